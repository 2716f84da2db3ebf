import ChallengesCore
import Contests
import Definitions
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

/// What the owner of a contest, or the author of a definition, hears of someone's like
/// (2.13-merged), each with when the like was given.
enum LikeNews: Hashable, Sendable {
    /// The person likes it for the first time.
    case first(Instant)
    /// The person took a like back before.
    case again(Instant)
    case takenBack(Instant)

    /// When the like was given.
    var at: Instant {
        switch self {
        case .first(let moment), .again(let moment), .takenBack(let moment): moment
        }
    }
}

// What people are told of likes. Called last: see `emit`.
extension Transaction {
    /// Tells the author of a definition what became of someone else's like; nobody of a preset,
    /// which has none.
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

    /// Tells the owner of a contest what became of someone else's like.
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

    /// All likes that are given within a window are one notice. Only a person's first like of a
    /// thing is told; what they take back, or like again, corrects the notice where there is one.
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

/// A contest or a definition that someone likes.
private struct LikedThing<Kind> {
    let id: ID<Kind>
    var challenge: ChallengeID?
    let subject: Notice.Subject
    /// The contest's owner, or the definition's author.
    let owner: UserID
    let name: String
}
