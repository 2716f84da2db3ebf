import ChallengesAPI
import Postgres
import RPC
import Wire

extension Entries {
    func getEntry(_ call: GetEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        guard let entry = try await database.entry(call.entry),
            let contest = try await database.contest(entry.challenge),
            try await sees(entry, of: contest, asker, in: database)
        else { throw ChallengesError.entryNotFound }
        return try await entryReply(entry, of: contest, to: asker, in: database)
    }
}
