import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import Values
import Wire

/// Contests to be shown to a person, with what leads to others.
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

/// What a person sees of contests.
struct SeenContests: Sendable {
    /// How the person stands to each, in the order in which they are shown.
    let views: [ContestView]
    let people: [UserID: Person]
    /// The photos of the contests, and of others'.
    let photos: [UUID: [PhotoRecord]]

    /// Those contests as the person sees them.
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

/// What tables hold of a contest for one person.
struct ContestView: Sendable {
    /// How the owner stands to the person.
    let relation: Relation
    let standing: AccountStanding
    let joined: Int
    let likes: Int
    let isLiked: Bool
    let isWished: Bool
    let person: ParticipantRecord?

    /// Reads the relation and the standing of the contest's owner, the counts, the person's
    /// opinions, whether they have a part in it, and that part.
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
