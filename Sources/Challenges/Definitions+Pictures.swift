import Identifiers
import MediaAPI
import Outbox
import Postgres
import Wire

extension Definitions {
    /// Tells mediad which pictures a definition uses from now on, and which no longer. Called last,
    /// under the definition's lock.
    func tell(
        of definition: DefinitionID,
        using used: [MediaID],
        releasing released: [MediaID] = [],
        in tx: Transaction
    ) throws {
        let cause = Pictures.cause(of: .definition, definition.uuid)
        if !used.isEmpty {
            let event = MediaUsed(media: used, cause: cause, key: definition.uuid)
            try tx.emit(event, to: .media, at: now())
        }
        if !released.isEmpty {
            let event = MediaReleased(media: released, cause: cause, key: definition.uuid)
            try tx.emit(event, to: .media, at: now())
        }
    }
}
