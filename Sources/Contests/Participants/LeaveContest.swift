import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import RPC
import Wire

extension Leaving {
    func leaveContest(_ call: LeaveContest, in context: CallContext) async throws -> Contest? {
        let person = try context.signedIn
        let changes = joining.contests
        return try await joining.untilCurrent {
            // An owner who leaves changes the contest itself, which needs the exclusive lock.
            let isOwner = try await changes.database.contest(call.contest)?.owner == person
            let hold: ContestHold = isOwner ? .alone : .shared
            return try await changes.once(call, in: context, of: call.contest, hold) {
                contest,
                tx in
                guard isOwner || contest.owner != person else { throw StaleRead() }
                return try await leave(contest, as: person, call.ifVersion, in: tx)
            }
        }
    }

    private func leave(
        _ contest: ContestRecord,
        as person: UserID,
        _ ifVersion: Int64?,
        in tx: Transaction
    ) async throws -> Contest? {
        let (now, rules) = (joining.now(), joining.rules)
        let known = try await tx.participant(person, of: contest.id)
        let isSeen = try await tx.access(of: contest, for: person).seesHead
        // A requester may withdraw the request even if they no longer see the contest
        // (2.8-take-back).
        guard isSeen || known?.state == .requested else { throw ChallengesError.contestNotFound }
        // A contest that the caller does not see has no version for them.
        guard isSeen || ifVersion == nil else { throw ChallengesError.versionStale }
        try await tx.refuse(ifVersion, of: contest, to: person, at: now, under: rules)
        let step = try await joining.take(.leave, of: person, known, in: contest, at: now, in: tx)
        guard isSeen else {
            try joining.tell(of: step, in: contest, by: person, at: now, in: tx)
            return nil
        }
        guard step.has(.passOwnership), contest.owner == person, !contest.life.state.isOver else {
            let shown = try await tx.contestReply(contest, to: person, at: now, under: rules)
            try joining.tell(of: step, in: contest, by: person, at: now, in: tx)
            return shown
        }
        // Scoring must be notified of the participant before the contest may be cancelled.
        try joining.tell(of: step, in: contest, by: person, at: now, in: tx)
        try await contests.ownerLeft(contest, in: tx)
        guard let passed = try await tx.contest(contest.id) else {
            throw ChallengesError.contestNotFound
        }
        return try await tx.contestReply(passed, to: person, at: now, under: rules)
    }
}
