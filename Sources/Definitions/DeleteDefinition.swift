import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Definitions {
    func deleteDefinition(
        _ call: DeleteDefinition,
        in context: CallContext
    ) async throws -> Nothing {
        let asker = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard var definition = try await tx.heldDefinition(call.definition, of: asker) else {
                throw ChallengesError.definitionNotFound
            }
            guard definition.state != .deleted else { return Nothing() }
            try await refuse(call.ifVersion, of: definition, by: asker, in: tx)
            definition.state = .deleted
            definition.changedAt = now
            definition.version += 1
            try tx.save(definition)
            let released = try await tx.removePhotos(of: .definition, definition.id.uuid)
            try tx.publish(
                Pictures.emissions(
                    of: .definition,
                    definition.id.uuid,
                    using: [],
                    releasing: released
                ),
                at: now
            )
            return Nothing()
        }
    }
}
