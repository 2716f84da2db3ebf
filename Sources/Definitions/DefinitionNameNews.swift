import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// Reports new names to identityd, so that notices show them (2.8-inbox). Called last, while the
// renamed subject is locked.
extension Transaction {
    /// Emits the new name of a renamed definition.
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
