import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// What people are told of likes. Called last: see `emit`.
extension Transaction {
    /// Tells the author of a definition that someone else likes it; nobody of a preset, which has
    /// none. All that is told within a window is one notice (2.13-merged).
    func tellAuthor(
        of definition: DefinitionRecord,
        likedBy user: UserID,
        at now: Instant,
        under rules: Rules
    ) throws {
        guard let author = definition.author, author != user else { return }
        let told = PeopleTold(
            people: [author],
            kind: .liked,
            cause: "\(definition.id)/\(rules.likedWindow(at: now))",
            actor: user,
            subject: Notice.Subject(definition.id),
            name: definition.name,
            at: now
        )
        try emit(told, to: .identity, at: now)
    }

    /// Tells the owner of a contest that someone likes it. All that is told within a window is one
    /// notice (2.13-merged).
    func tellOwner(
        of contest: ContestRecord,
        likedBy user: UserID,
        at now: Instant,
        under rules: Rules
    ) throws {
        try tell(
            [contest.owner],
            .liked,
            cause: "\(rules.likedWindow(at: now))",
            of: contest,
            by: user,
            at: now
        )
    }
}
