import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func removeFriend(_ call: RemoveFriend, in context: CallContext) async throws -> Nothing {
        let pair = Pair(try context.signedIn, call.user)
        return try await database.once(call, in: context, at: now()) { tx in
            guard try await tx.relation(pair) != nil,
                let relation = try await tx.lock(pair).value, relation.relation == .friends
            else { return Nothing() }
            try publish(tx.set(.none, instead: relation), tx)
            return Nothing()
        }
    }
}
