import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Wire

extension Contests {
    func handOverContest(_ call: HandOverContest, in context: CallContext) async throws -> Contest {
        let asker = try context.signedIn
        let pairs = call.to == asker ? [] : [Pair(asker, call.to)]
        return try await once(
            call,
            of: call.contest,
            by: asker,
            in: context,
            locking: pairs
        ) { row, tx in
            let contest = row.contest
            _ = try await moves.steps(of: .handOver, as: call, of: row, for: .owner, in: tx)
            // The caller already owns it.
            guard call.to != asker else {
                return try await row.reply(to: .owner, at: now(), under: rules, in: tx)
            }
            guard try await mayOwn(call.to, contest, in: tx) else {
                throw Refusal(ChallengesError.notJoined, at: "/to")
            }
            try await refuseOwningMore(call.to, in: tx)
            let passed = try await handOver(contest, to: call.to, by: asker, in: tx)
            return try await tx.contestReply(passed, to: asker, at: now(), under: rules)
        }
    }

    /// Whether a contest can be handed over to a user: an active participant, unless the
    /// participant and the owner are a blocked pair. Other users all look like strangers to the
    /// owner.
    private func mayOwn(
        _ user: UserID,
        _ contest: ContestRecord,
        in reader: some Reader
    ) async throws -> Bool {
        guard try await reader.participant(user, of: contest.id)?.state == .joined else {
            return false
        }
        // A card of an earlier release has no status: the user was active.
        let standing = try await reader.copies(of: [user])[user]?.standing ?? .active
        guard standing == .active else { return false }
        return try await reader.relation(contest.owner, user) != .blocked
    }
}

extension HandOverContest: ContestMove {}
