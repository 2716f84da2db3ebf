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

    var rules: Rules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(likeDefinition)
            $0.on(listLikes)
            $0.on(wishDefinition)
            $0.on(rateDefinition)
        }
    }

    /// Changes what the caller thinks of a definition that they see, once per key.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - change: Makes the change, or refuses it.
    /// - Returns: The definition as the caller then sees it.
    /// - Throws: `challenges.definition_not_found`, what `change` throws, and as `once` does.
    func take<C: OpinionCall>(
        _ call: C,
        in context: CallContext,
        _ change: @Sendable (DefinitionRecord, UserID, Transaction) async throws -> Void
    ) async throws -> Definition {
        let asker = try context.signedIn
        let languages = Languages(call.languages)
        // The languages come from a header: the call is the same in others.
        var asked = call
        asked.languages = nil
        return try await database.once(asked, in: context, at: now()) { tx in
            guard
                let record = try await tx.definition(call.definition, seenBy: asker, in: languages)
            else { throw ChallengesError.definitionNotFound }
            try await change(record, asker, tx)
            return try await tx.shownDefinition(record, to: asker, under: rules)
        }
    }
}

/// A call that changes what its caller thinks of a definition.
protocol OpinionCall: Call where Reply == Definition {
    /// The definition.
    var definition: DefinitionID { get }
    /// The languages that the caller reads.
    var languages: String? { get set }
}
