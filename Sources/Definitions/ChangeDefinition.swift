import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Definitions {
    func changeDefinition(
        _ call: ChangeDefinition,
        in context: CallContext
    ) async throws -> Definition {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        let photos = try await checked(call, by: asker, in: context)
        return try await database.once(call, in: context, at: now()) { tx in
            guard
                let held = try await tx.heldDefinition(call.definition, of: asker),
                held.state != .deleted
            else { throw ChallengesError.definitionNotFound }
            try await refuse(call.ifVersion, of: held, by: asker, in: tx)
            var problems = FieldProblems<ChallengesError>()
            var next = try await changed(held, by: DefinitionChange(call), &problems, in: tx)
            try problems.refuse()
            let present = try await tx.photos(of: .definition, [held.id.uuid])[held.id.uuid] ?? []
            let had = present.map(\.media)
            let has = photos?.map(\.media) ?? had
            if !next.says(whatIsSaidBy: held) || has != had {
                next.changedAt = now()
                next.version += 1
                try tx.save(next)
            }
            if let photos, has != had { try await replace(had, by: photos, of: next, in: tx) }
            let shown = try await tx.definitionReply(next, to: asker, under: rules)
            if !next.name.utf8.elementsEqual(held.name.utf8) {
                try tx.tellName(of: next, at: now())
            }
            return shown
        }
    }

    /// Makes all checks that need no call to mediad, and claims the pictures. Everything is checked
    /// again once the definition is locked.
    ///
    /// - Returns: The pictures; `nil` if they do not change.
    private func checked(
        _ call: ChangeDefinition,
        by asker: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord]? {
        guard
            let known = try await database.definition(call.definition, by: asker),
            known.state != .deleted
        else { throw ChallengesError.definitionNotFound }
        var problems = FieldProblems<ChallengesError>()
        _ = try await changed(known, by: DefinitionChange(call), &problems, in: database)
        pictures.check(call.mediaIDs ?? [], &problems)
        try problems.refuse()
        try await refuse(call.ifVersion, of: known, by: asker, in: database)
        guard let ids = call.mediaIDs else { return nil }
        return try await pictures.claim(
            ids,
            of: asker,
            for: Pictures.cause(of: .definition, known.id.uuid),
            during: nil,
            in: context
        )
    }

    /// Replaces the pictures of a locked definition.
    private func replace(
        _ had: [MediaID],
        by photos: [PhotoRecord],
        of definition: DefinitionRecord,
        in tx: Transaction
    ) async throws {
        let id = definition.id.uuid
        _ = try await tx.removePhotos(of: .definition, id)
        let at = definition.changedAt
        try await tx.insert(photos, of: .definition, id, challenge: nil, at: at)
        let has = photos.map(\.media)
        try tx.publish(
            Pictures.emissions(
                of: .definition,
                id,
                using: has.filter { !had.contains($0) },
                releasing: had.filter { !has.contains($0) }
            ),
            at: now()
        )
    }
}
