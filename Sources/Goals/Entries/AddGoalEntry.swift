import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Goals {
    func addGoalEntry(_ call: AddGoalEntry, in context: CallContext) async throws -> GoalEntry {
        let asker = try context.signedIn
        let id = call.id ?? EntryID()
        return try await database.create(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(call.goal)],
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, of: asker, in: reader)
        } check: {
            try await claim(call, id, by: asker, in: context)
        } insert: { photos, tx in
            try await insert(call, id, photos, by: asker, in: tx)
        }
    }

    /// Makes all checks that need no call to mediad, and claims the pictures. Everything is checked
    /// again once the goal is locked.
    func claim(
        _ call: AddGoalEntry,
        _ id: EntryID,
        by asker: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        var goal = try await owned(call.goal, by: asker, in: database)
        while goal.life.pass(to: now(), under: rules) != nil {}
        try await check(call, in: goal, database)
        guard let ids = call.mediaIDs, !ids.isEmpty else { return [] }
        return try await pictures.claim(
            ids,
            of: asker,
            for: Pictures.cause(of: .goalEntry, id.uuid),
            during: goal.createdAt..<now() + rules.clockTolerance,
            in: context
        ).map { $0.shown(to: .owner) }
    }

    /// Refuses an entry that the goal does not accept.
    private func check(
        _ call: AddGoalEntry,
        in goal: GoalRecord,
        _ reader: some Reader
    ) async throws {
        guard goal.life.target != nil else { throw ChallengesError.goalWithoutTarget }
        var problems = FieldProblems<ChallengesError>()
        let cap = try await cap(of: goal, in: reader)
        let draft = GoalEntryDraft(call)
        draft.check(in: goal, cap: cap, at: now(), under: rules, &problems)
        pictures.check(call.mediaIDs ?? [], &problems)
        try problems.refuse()
        let days = goal.life.periods.days
        let day = days.day(of: call.occurredAt ?? now())
        if goal.life.state.isOver {
            guard try await isLate(day, of: goal, reader) else { throw ChallengesError.wrongState }
        }
        guard now() < days.end(of: day) + rules.dayFreeze else {
            throw ChallengesError.periodClosed
        }
        let counts = try await reader.goalEntryCounts(of: goal.id, on: day)
        guard counts.all < rules.entriesRun else { throw ChallengesError.entriesTooMany }
        guard counts.day < rules.entriesDay else { throw ChallengesError.entriesDayTooMany }
    }

    /// Whether a day belongs to a period of a recurring goal that was not abandoned (2.4-late).
    private func isLate(
        _ day: CivilDate,
        of goal: GoalRecord,
        _ reader: some Reader
    ) async throws -> Bool {
        guard goal.life.state != .abandoned else { return false }
        return try await reader.period(with: day, of: goal.id) != nil
    }

    /// The operator's maximum amount in the goal's unit; `nil` for the default.
    func cap(of goal: GoalRecord, in reader: some Reader) async throws -> Amount? {
        guard let unit = goal.challenge.snapshot.unit else { return nil }
        return try await reader.cap(ofUnit: unit)
    }

    /// Locks a goal of the caller and inserts an entry.
    private func insert(
        _ call: AddGoalEntry,
        _ id: EntryID,
        _ photos: [PhotoRecord],
        by asker: UserID,
        in tx: Transaction
    ) async throws -> GoalEntry? {
        let row = try await held(call.goal, by: asker, in: tx)
        return try await insert(call, id, photos, to: row, from: .manual, in: tx)
    }

    /// Locks a goal of the caller.
    func held(
        _ goal: ChallengeID,
        by asker: UserID,
        in tx: Transaction
    ) async throws -> GoalRow {
        guard let held = try await GoalRow.held(goal, in: tx), held.goal.owner == asker else {
            throw ChallengesError.goalNotFound
        }
        return held
    }

    /// Inserts an entry of a locked goal and recounts the goal; returns `nil` if the id is taken.
    func insert(
        _ call: AddGoalEntry,
        _ id: EntryID,
        _ photos: [PhotoRecord],
        to held: GoalRow,
        from source: GoalEntry.Source,
        in tx: Transaction
    ) async throws -> GoalEntry? {
        let now = now()
        let row = try await moves.timePassed(held, to: now, in: tx)
        try await check(call, in: row.goal, tx)
        let moment = call.occurredAt ?? now
        let entry = GoalEntryRecord(
            id: id,
            goal: row.id,
            amount: call.amount,
            occurredAt: moment,
            localDay: row.life.periods.days.day(of: moment),
            source: source,
            note: call.note ?? "",
            createdAt: now
        )
        guard try await tx.insert(entry) else { return nil }
        try await tx.insert(photos, of: .goalEntry, id.uuid, challenge: row.id, at: now)
        let counted = try await recounted(row, afterChangeOf: entry.localDay, in: tx)
        let shown = try await tx.goalEntryReply(entry, of: counted.goal)
        let used = Pictures.emissions(of: .goalEntry, id.uuid, using: photos.map(\.media))
        try tx.publish(used, at: now)
        return shown
    }

    /// The entry that the same user logged under the call's id before, by an equal call (2.14-ids).
    private func existing(
        _ call: AddGoalEntry,
        of asker: UserID,
        in reader: any Reader
    ) async throws -> GoalEntry? {
        guard let id = call.id, let made = try await reader.goalEntry(id),
            let goal = try await reader.goal(made.goal), goal.owner == asker
        else { return nil }
        let shown = try await reader.goalEntryReply(made, of: goal)
        guard made.goal == call.goal, made.amount == call.amount,
            call.occurredAt.map({ $0 == made.occurredAt }) ?? true,
            made.note.utf8.elementsEqual((call.note ?? "").utf8),
            shown.photos.map(\.id) == call.mediaIDs ?? []
        else { throw ChallengesError.idTaken }
        return shown
    }
}
