import ChallengesAPI
import IdentityAPI
import Identifiers
import MediaAPI
import Values
import Wire

/// Replies of the services, for tests of how they are passed on.
enum Samples {
    static let picture = MediaID()
    static let bo = Person(
        id: UserID(),
        username: "bo",
        firstName: "Bo",
        lastName: "Berg",
        avatarURL: MediaReference(picture)
    )
    static let cy = Person(id: UserID(), username: "cy", firstName: "Cy", lastName: "")
    static let time = Instant(microseconds: 1_700_000_000_250_000)

    static func account(_ user: UserID) -> Account {
        Account(
            id: user,
            username: "ana",
            firstName: "Ana",
            lastName: "Ahl",
            email: "ana@example.org",
            avatarURL: nil,
            timeZone: "UTC",
            createdAt: time
        )
    }

    static func settings(version: Int64 = 7) -> Settings {
        Settings(
            timeZone: "Europe/Berlin",
            timeZoneHoldsFrom: time,
            locale: "de",
            challengesFrom: .nobody,
            isListed: true,
            version: version
        )
    }

    static func signedIn(_ user: UserID) -> SignedIn {
        SignedIn(
            user: account(user),
            accessToken: "access",
            refreshToken: "refresh",
            expiresIn: 900
        )
    }

    static let profile = Profile(
        id: bo.id,
        username: "bo",
        firstName: "Bo",
        lastName: "Berg",
        avatarURL: nil,
        relationship: .friends
    )

    static let friendRequest = FriendRequest(
        id: FriendRequestID(),
        from: cy,
        to: bo,
        state: .requested,
        createdAt: time
    )

    static let notice = Notice(
        id: NoticeID(),
        kind: .reviewNeeded,
        actor: cy,
        name: "Swim",
        count: nil,
        challengeID: ChallengeID(),
        subject: Notice.Subject(AssignmentID()),
        state: .new,
        raisedAt: time,
        expiresAt: nil
    )

    static let challenge = CreateChallenge.Reply(
        id: ChallengeID(),
        kind: .dare,
        name: "Swim",
        description: "",
        author: cy,
        proof: .required,
        createdAt: time,
        assignments: [.init(id: AssignmentID(), recipient: bo, state: .sent)]
    )

    static func definition(
        _ id: DefinitionID = DefinitionID(),
        description: String = "",
        likeCount: Int = 0
    ) -> Definition {
        Definition(
            id: id,
            name: "Swim",
            caption: "",
            description: description,
            unit: "m",
            target: Amount("5000.25"),
            wholeNumbers: false,
            metric: .distance,
            timer: .none,
            proof: .optional,
            visibility: .public,
            photos: [],
            likeCount: likeCount,
            likedByMe: likeCount > 0,
            wishedByMe: false,
            userCount: 0,
            createdAt: time,
            changedAt: time,
            version: 7
        )
    }

    static func assignment(version: Int64 = 7) -> Assignment {
        Assignment(
            id: AssignmentID(),
            challenge: ChallengeSummary(
                id: ChallengeID(),
                kind: .dare,
                name: "Swim",
                description: "",
                author: cy,
                proof: .required,
                createdAt: time
            ),
            sender: cy,
            recipient: bo,
            state: .sent,
            displayState: .unread,
            icon: .exclamation,
            actions: [.accept, .deny],
            attempts: [],
            attemptsLeft: 5,
            sentAt: time,
            version: version
        )
    }

    static let media = UploadMedia.Reply(
        id: picture,
        contentType: "image/jpeg",
        bytes: 3,
        width: 1,
        height: 1,
        url: MediaReference(picture)
    )
}
