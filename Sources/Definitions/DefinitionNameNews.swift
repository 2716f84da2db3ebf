import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// What identityd is told of a new name, so that notices show it (2.8-inbox). Called last, while
// what it is the name of is locked.
extension Transaction {
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
