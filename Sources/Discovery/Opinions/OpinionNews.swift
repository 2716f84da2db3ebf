import ChallengesCore
import Contests
import Definitions
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

/// What happened to a like, and when the like was given. The owner of the contest, or the author of
/// the definition, is notified (2.13-merged).
enum LikeNews: Hashable, Sendable {
    /// The user likes it for the first time.
    case first(Instant)
    /// The user took an earlier like back, and likes it again.
    case again(Instant)
    case takenBack(Instant)

    /// When the like was given.
    var at: Instant {
        switch self {
        case .first(let moment), .again(let moment), .takenBack(let moment): moment
        }
    }
}

// Notices about likes. Call these last: see `emit`.
extension Transaction {
    /// Notifies the author of a definition of another user's like. A preset has no author.
    func tellAuthor(
        of definition: DefinitionRecord,
        _ news: LikeNews,
        by user: UserID,
        at now: Instant,
        under rules: DiscoveryRules
    ) async throws {
        guard let author = definition.author else { return }
        let liked = LikedThing(
            id: definition.id,
            subject: Notice.Subject(definition.id),
            owner: author,
            name: definition.name
        )
        try await tell(of: liked, news, by: user, at: now, under: rules)
    }

    /// Notifies the owner of a contest of another user's like.
    func tellOwner(
        of contest: ContestRecord,
        _ news: LikeNews,
        by user: UserID,
        at now: Instant,
        under rules: DiscoveryRules
    ) async throws {
        let liked = LikedThing(
            id: contest.id,
            challenge: contest.id,
            subject: Notice.Subject(contest: contest.id),
            owner: contest.owner,
            name: contest.challenge.name
        )
        try await tell(of: liked, news, by: user, at: now, under: rules)
    }

    /// Merges all likes within a window into one notice. Only a user's first like causes a notice.
    /// A like that is taken back, or given again, corrects the notice if there is one.
    private func tell<Kind>(
        of liked: LikedThing<Kind>,
        _ news: LikeNews,
        by user: UserID,
        at now: Instant,
        under rules: DiscoveryRules
    ) async throws {
        guard liked.owner != user else { return }
        let likes = try await mergedLikes(
            of: liked.id,
            within: rules.likedTimes(around: news.at),
            toldTo: liked.owner
        )
        let cause = "\(liked.id)/\(rules.likedWindow(at: news.at))"
        guard case .first = news else {
            let counted = LikesCounted(subject: liked.subject, cause: cause, likes: likes)
            return try emit(counted, to: .identity, at: now)
        }
        let told = PeopleTold(
            people: [liked.owner],
            kind: .liked,
            cause: cause,
            actor: user,
            challenge: liked.challenge,
            subject: liked.subject,
            name: liked.name,
            at: news.at,
            likes: likes
        )
        try emit(told, to: .identity, at: now)
    }
}

/// A contest or a definition that a user likes.
private struct LikedThing<Kind> {
    let id: ID<Kind>
    var challenge: ChallengeID?
    let subject: Notice.Subject
    /// The contest's owner, or the definition's author.
    let owner: UserID
    let name: String
}
