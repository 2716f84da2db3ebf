import ChallengesAPI
import Outbox
import Postgres
import RPC
import Wire

extension Codes {
    func revokeCode(_ call: RevokeCode, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        _ = try await existing(call.code, for: asker, in: database)
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            let found = try await existing(call.code, for: asker, in: tx)
            guard asker == found.code.madeBy || asker == found.contest.owner else {
                throw ChallengesError.codeNotFound
            }
            try tx.revokeCode(call.code, at: now)
            return Nothing()
        }
    }
}
