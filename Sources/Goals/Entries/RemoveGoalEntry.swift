import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Goals {
    func removeGoalEntry(_ call: RemoveGoalEntry, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(call.goal)]
        ) { tx in
            let now = now()
            let (row, entry) = try await held(call.entry, of: call.goal, by: asker, in: tx)
            try await refuse(call.ifVersion, of: entry, in: row.goal, tx)
            try tx.deleteGoalEntry(entry.id)
            let released = try await tx.removePhotos(of: .goalEntry, entry.id.uuid)
            _ = try await recounted(row, afterChangeOf: entry.localDay, in: tx)
            let emissions = Pictures.emissions(
                of: .goalEntry,
                entry.id.uuid,
                using: [],
                releasing: released
            )
            try tx.publish(emissions, at: now)
            return Nothing()
        }
    }

    /// Locks a goal of the caller, applies its due transitions, and reads one of its entries.
    func held(
        _ entry: EntryID,
        of goal: ChallengeID,
        by asker: UserID,
        in tx: Transaction
    ) async throws -> (GoalRow, GoalEntryRecord) {
        guard let held = try await GoalRow.held(goal, in: tx), held.goal.owner == asker else {
            throw ChallengesError.entryNotFound
        }
        let row = try await moves.timePassed(held, to: now(), in: tx)
        guard let entry = try await tx.goalEntry(entry), entry.goal == goal else {
            throw ChallengesError.entryNotFound
        }
        return (row, entry)
    }

    /// Refuses a version other than the entry's, and an entry whose period is closed.
    func refuse(
        _ version: Int64?,
        of entry: GoalEntryRecord,
        in goal: GoalRecord,
        _ reader: some Reader
    ) async throws {
        let isStale = version.map { $0 != entry.version } ?? false
        let isOpen = try await isOpen(entry, in: goal, reader)
        guard isStale || !isOpen else { return }
        let shown = try await reader.goalEntryReply(entry, of: goal)
        throw try Refusal(
            isStale ? ChallengesError.versionStale : ChallengesError.periodClosed,
            current: shown
        )
    }

    /// Whether an entry can be changed: until its period closes. For a goal that does not recur,
    /// while the goal is not over, or its day is not frozen.
    private func isOpen(
        _ entry: GoalEntryRecord,
        in goal: GoalRecord,
        _ reader: some Reader
    ) async throws -> Bool {
        if goal.life.isOnce {
            let dayEnd = goal.life.periods.days.end(of: entry.localDay)
            return !goal.life.state.isOver || now() < dayEnd + rules.dayFreeze
        }
        let period = try await reader.period(with: entry.localDay, of: goal.id)
        return period.map { now() < $0.closesAt(rules) } ?? false
    }
}
