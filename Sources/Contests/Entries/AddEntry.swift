import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Entries {
    func addEntry(_ call: AddEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        async let stored = database.reply(to: call, in: context)
        async let present = existing(call, of: asker, in: database)
        // The key counts first: its reply, or the refusal of another call under it.
        if let given = try await stored { return given }
        if let made = try await present { return made }
        let draft = EntryDraft(call)
        var problems = FieldProblems<ChallengesError>()
        draft.check(&problems)
        pictures.check(call.mediaIDs ?? [], &problems)
        try problems.refuse()
        let id = call.id ?? EntryID()
        let photos = try await claim(draft, for: id, of: call, by: asker, in: context)
        return try await contests.once(
            call,
            in: context,
            of: call.contest,
            .shared
        ) { contest, tx in
            let now = now()
            let held = try await tx.heldParticipant(asker, of: contest.id)
            // A concurrent call of the same user made it.
            if let made = try await existing(call, of: asker, in: tx) { return made }
            let person = try await joined(held, asker, in: contest, tx)
            let time = try await checkedTime(of: draft, by: person, in: contest, at: now, tx)
            let entry = draft.entry(id, in: contest, by: asker, done: time, at: now)
            guard try await tx.insert(entry) else { throw ChallengesError.idTaken }
            let counted = try await recountWithinCap(person, in: contest, at: now, in: tx)
            try tx.note(.logged, of: entry, by: asker, at: now)
            try await tx.insert(photos, of: .entry, id.uuid, challenge: contest.id, at: now)
            let shown = try await entryReply(entry, of: contest, to: asker, in: tx)
            try tx.tellScoring(of: [counted], at: now)
            let used = Pictures.emissions(of: .entry, id.uuid, using: photos.map(\.media))
            try tx.publish(used, at: now)
            return shown
        }
    }

    /// Refuses what can be refused before mediad is asked, and claims the pictures. All of it is
    /// checked again once the contest is held.
    private func claim(
        _ draft: EntryDraft,
        for id: EntryID,
        of call: AddEntry,
        by user: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        guard let ids = call.mediaIDs, !ids.isEmpty else { return [] }
        let contest = try await current(call.contest)
        let read = try await database.participant(user, of: contest.id)
        let person = try await joined(read, user, in: contest, database)
        _ = try await checkedTime(of: draft, by: person, in: contest, at: now(), database)
        return try await claim(
            ids,
            of: user,
            for: .entry,
            id.uuid,
            audience: draft.audience ?? .participants,
            in: contest,
            context
        )
    }

    /// Checks what someone who is in the contest logs against the contest, and against what they
    /// have logged before.
    ///
    /// - Returns: When it was done, as the contest counts it.
    private func checkedTime(
        of draft: EntryDraft,
        by person: ParticipantRecord,
        in contest: ContestRecord,
        at now: Instant,
        _ reader: some Reader
    ) async throws -> EntryTime {
        try draft.check(takenBy: contest)
        let cap = try await cap(of: contest, in: reader)
        let time = draft.time(
            in: contest,
            joinedAt: person.joinedAt,
            days: try await days(of: person.user, in: reader),
            at: now,
            under: rules
        )
        var problems = FieldProblems<ChallengesError>()
        draft.check(in: contest, cap: cap, &problems)
        if time == nil { problems.add(.occurredInvalid, at: "/occurredAt") }
        guard problems.isEmpty, let time else { throw problems.refusal() }
        let day = time.localDay
        let counts = try await reader.entryCounts(of: person.user, in: contest.id, on: day)
        guard counts.all < rules.entriesRun else { throw ChallengesError.entriesTooMany }
        guard counts.day < rules.entriesDay else { throw ChallengesError.entriesDayTooMany }
        return time
    }

    /// How much the operator allows for a contest's unit; `nil` for what is usual.
    func cap(of contest: ContestRecord, in reader: some Reader) async throws -> Amount? {
        guard let unit = contest.unit else { return nil }
        return try await reader.cap(ofUnit: unit)
    }

    /// What the same user logged under the call's id before, by an equal call (2.14-ids).
    private func existing(
        _ call: AddEntry,
        of user: UserID,
        in reader: some Reader
    ) async throws -> Entry? {
        guard let id = call.id, let made = try await reader.entry(id), made.user == user else {
            return nil
        }
        guard made.challenge == call.contest, made.state != .deleted,
            let contest = try await reader.contest(made.challenge)
        else { throw ChallengesError.idTaken }
        let draft = EntryDraft(call)
        let joinedAt = try await reader.participant(user, of: contest.id)?.joinedAt
        let isSameTime = draft.says(whenDone: made, in: contest, joinedAt: joinedAt, under: rules)
        let time = EntryTime(occurredAt: made.occurredAt, localDay: made.localDay)
        let again = draft.entry(id, in: contest, by: user, done: time, at: made.createdAt)
        let shown = try await entryReply(made, of: contest, to: user, in: reader)
        guard isSameTime, made.says(whatIsSaidBy: again),
            shown.photos.map(\.photo.id) == call.mediaIDs ?? []
        else { throw ChallengesError.idTaken }
        return shown
    }
}
