import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC

extension Challenges {
    func voidBetween(
        _ call: VoidBetween,
        in context: CallContext
    ) async throws -> VoidBetween.Reply {
        let pair = Pair(call.one, call.other)
        return try await database.once(call, in: context, at: now()) { tx in
            try await tx.lock([pair])
            return VoidBetween.Reply(voided: try await cut(pair, in: tx))
        }
    }

    /// Makes void what is open between two people, whose lock is held.
    func cut(_ pair: Pair, in tx: Transaction) async throws -> Int {
        let open = try await tx.holdOpen(between: pair)
        for held in open {
            var next = held.dare
            try next.apply(.cut, at: now(), under: rules)
            try await settle(next, after: held, by: .cut, in: tx)
        }
        return open.count
    }
}
