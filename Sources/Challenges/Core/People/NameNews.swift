import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// What identityd is told of new names, so that notices show them (2.8-inbox). Called last, while
// what they are about is locked.
extension Transaction {
    /// Tells the name of a contest that was renamed after it was published.
    func tellName(of contest: ContestRecord, at now: Instant) throws {
        try emit(
            SubjectRenamed(
                subject: Notice.Subject(contest: contest.id),
                name: contest.challenge.name,
                version: contest.life.version,
                at: now
            ),
            to: .identity,
            at: now
        )
    }

    /// Tells the name of a definition that was renamed.
    func tellName(of definition: DefinitionRecord, at now: Instant) throws {
        try emit(
            SubjectRenamed(
                subject: Notice.Subject(definition.id),
                name: definition.name,
                version: definition.version,
                at: now
            ),
            to: .identity,
            at: now
        )
    }
}
