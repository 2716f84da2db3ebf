import ChallengesAPI
import RPC
import Values
import Wire

extension Definitions {
    func getDefinition(_ call: GetDefinition, in context: CallContext) async throws -> Definition {
        let asker = try context.signedIn
        let languages = Languages(call.languages)
        guard
            let definition = try await database.definition(
                call.definition,
                seenBy: asker,
                in: languages
            )
        else { throw ChallengesError.definitionNotFound }
        return try await database.definitionReply(definition, to: asker, under: rules)
    }
}
