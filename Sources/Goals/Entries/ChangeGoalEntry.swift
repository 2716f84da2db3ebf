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
    func changeGoalEntry(_ call: ChangeGoalEntry, in context: CallContext) async throws -> GoalEntry
    {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        let claimed = try await claim(call, by: asker, in: context)
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(call.goal)]
        ) { tx in
            let now = now()
            let (row, entry) = try await held(call.entry, of: call.goal, by: asker, in: tx)
            try await check(call, entry, in: row.goal, tx)
            let had = try await media(of: entry, tx)
            let has = call.mediaIDs ?? had
            var next = entry
            next.amount = call.amount ?? entry.amount
            next.note = call.note ?? entry.note
            let isSame =
                next.amount == entry.amount
                && next.note.utf8.elementsEqual(entry.note.utf8) && has == had
            guard !isSame else { return try await tx.goalEntryReply(entry, of: row.goal) }
            next.editedAt = now
            next.version += 1
            try tx.save(next)
            if has != had {
                try await tx.replace(
                    had,
                    by: claimed,
                    of: .goalEntry,
                    entry.id.uuid,
                    challenge: row.id,
                    at: now
                )
            }
            let counted = try await recounted(row, afterChangeOf: entry.localDay, in: tx)
            let shown = try await tx.goalEntryReply(next, of: counted.goal)
            let emissions = Pictures.emissions(
                of: .goalEntry,
                entry.id.uuid,
                using: has.filter { !had.contains($0) },
                releasing: had.filter { !has.contains($0) }
            )
            try tx.publish(emissions, at: now)
            return shown
        }
    }

    /// Makes all checks that need no call to mediad, and claims all pictures. Everything is checked
    /// again once the goal is locked.
    private func claim(
        _ call: ChangeGoalEntry,
        by asker: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        guard let goal = try await database.goal(call.goal), goal.owner == asker,
            let entry = try await database.goalEntry(call.entry), entry.goal == goal.id
        else { throw ChallengesError.entryNotFound }
        try await check(call, entry, in: goal, database)
        guard let ids = call.mediaIDs, !ids.isEmpty else { return [] }
        return try await pictures.claim(
            ids,
            of: asker,
            for: Pictures.cause(of: .goalEntry, entry.id.uuid),
            during: goal.createdAt..<now() + rules.clockTolerance,
            in: context
        ).map { $0.shown(to: .owner) }
    }

    private func check(
        _ call: ChangeGoalEntry,
        _ entry: GoalEntryRecord,
        in goal: GoalRecord,
        _ reader: some Reader
    ) async throws {
        try await refuse(call.ifVersion, of: entry, in: goal, reader)
        var problems = FieldProblems<ChallengesError>()
        let cap = try await cap(of: goal, in: reader)
        let draft = GoalEntryDraft(call)
        draft.check(in: goal, cap: cap, at: now(), under: rules, &problems)
        pictures.check(call.mediaIDs ?? [], &problems)
        try problems.refuse()
    }

    /// The pictures of an entry, in order.
    private func media(of entry: GoalEntryRecord, _ reader: some Reader) async throws -> [MediaID] {
        let photos = try await reader.photos(of: .goalEntry, [entry.id.uuid])
        return photos[entry.id.uuid]?.map(\.media) ?? []
    }
}
