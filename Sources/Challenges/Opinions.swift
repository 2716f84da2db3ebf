import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

/// What people think of definitions: likes, wishes and ratings.
struct Opinions: Sendable {
    let database: Database
    let moves: Moves

    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(likeDefinition)
            $0.on(listLikes)
            $0.on(wishDefinition)
            $0.on(rateDefinition)
        }
    }

    /// Changes what the caller thinks of a definition, once per key.
    ///
    /// - Parameters:
    ///   - call: The call, which is stored with its reply.
    ///   - id: The definition, which the caller must see.
    ///   - languages: The languages for the text of a preset.
    ///   - context: The context of the call.
    ///   - change: Makes the change, or refuses it.
    /// - Returns: The definition as the caller then sees it.
    /// - Throws: `challenges.definition_not_found`, what `change` throws, and as `once` does.
    func change<C: Call>(
        _ call: C,
        on id: DefinitionID,
        in languages: String?,
        _ context: CallContext,
        _ change: @Sendable (DefinitionRecord, UserID, Transaction) async throws -> Void
    ) async throws -> Definition where C.Reply == Definition {
        let asker = try context.signedIn
        let languages = Languages(languages)
        return try await database.once(call, in: context, at: now()) { tx in
            guard let record = try await tx.definition(id, seenBy: asker, in: languages) else {
                throw ChallengesError.definitionNotFound
            }
            try await change(record, asker, tx)
            guard let shown = try await tx.shownDefinitions([record], to: asker).first else {
                throw ChallengesError.definitionNotFound
            }
            return shown
        }
    }
}
