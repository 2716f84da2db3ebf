import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import Values
import Wire

/// The ids of contests to be shown to a viewer, with their owners and authors.
struct ShownContests: Hashable, Sendable {
    struct One: Hashable, Sendable {
        let id: ChallengeID
        let owner: UserID
        let author: UserID
    }

    let viewer: UserID
    let contests: [One]

    init(_ contests: [ContestRecord], to viewer: UserID) {
        self.viewer = viewer
        self.contests = contests.map { contest in
            One(id: contest.id, owner: contest.owner, author: contest.challenge.author)
        }
    }
}

/// The data of contests that a viewer sees.
struct SeenContests: Sendable {
    /// One for each contest, in the order in which they are shown.
    let views: [ContestView]
    let people: [UserID: Person]
    /// The pictures of these contests, and possibly of others.
    let photos: [UUID: [PhotoRecord]]

    /// The given contests as the viewer sees them.
    func replies(
        _ contests: [ContestRecord],
        to viewer: UserID,
        at now: Instant,
        under rules: ContestRules
    ) -> [Contest] {
        zip(contests, views).map { contest, view in
            contest.contestReply(
                to: viewer,
                ViewerAccess(of: contest, for: viewer, view),
                people: people,
                photos: photos[contest.id.uuid] ?? [],
                at: now,
                under: rules
            )
        }
    }
}

/// The stored data of a contest for one viewer.
struct ContestView: Sendable {
    /// The relation of the owner and the viewer.
    let relation: Relation
    let standing: AccountStanding
    let joined: Int
    let likes: Int
    let isLiked: Bool
    let isWished: Bool
    let person: ParticipantRecord?

    /// Reads the relation with the owner, the owner's account status, the counts, the viewer's
    /// opinions, whether they have a participant row, and that row.
    init(reading row: inout Row) throws {
        relation = try Relation(stored: row.next())
        standing = try AccountStanding(stored: row.next())
        joined = try row.next()
        likes = try row.next()
        isLiked = try row.next()
        isWished = try row.next()
        let hasPart: Bool = try row.next()
        person = hasPart ? try ParticipantRecord(reading: &row) : nil
    }
}

extension ViewerAccess {
    fileprivate init(of contest: ContestRecord, for viewer: UserID, _ view: ContestView) {
        joined = view.joined
        likes = view.likes
        isLiked = view.isLiked
        isWished = view.isWished
        person = view.person
        self.contest = ContestAccess(
            of: contest,
            for: viewer,
            part: view.person?.state,
            relation: view.relation,
            ownerIsActive: view.standing == .active
        )
    }
}
