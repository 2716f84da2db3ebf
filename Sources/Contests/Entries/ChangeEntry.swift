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
    func changeEntry(_ call: ChangeEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        let draft = EntryDraft(call)
        var problems = FieldProblems<ChallengesError>()
        draft.check(&problems)
        pictures.check(call.mediaIDs ?? [], &problems)
        try problems.refuse()
        let known = try await ownEntry(call.entry, of: asker)
        let photos = try await claim(draft, for: known, by: call, in: context)
        return try await contests.once(
            call,
            in: context,
            of: known.challenge,
            .shared
        ) { contest, tx in
            let read = try await tx.heldParticipant(asker, of: contest.id)
            guard let held = try await tx.heldEntry(known.id) else {
                throw ChallengesError.entryNotFound
            }
            try await check(draft, held, by: call, in: contest, tx)
            let person = try await joined(read, asker, in: contest, tx)
            let had = try await media(of: held, tx)
            let has = photos?.map(\.media) ?? had
            var next = held
            guard draft.apply(to: &next) || has != had else {
                return try await entryReply(held, of: contest, to: asker, in: tx)
            }
            let now = now()
            next.editedAt = now
            next.version += 1
            try tx.save(next, over: held.version)
            try tx.note(.changed, of: next, by: asker, at: now)
            if let photos, has != had {
                try await tx.replace(
                    had,
                    by: photos,
                    of: .entry,
                    held.id.uuid,
                    challenge: contest.id,
                    at: now
                )
            }
            var counted: [ParticipantRecord] = []
            if next.amount != held.amount {
                counted = [try await recountWithinCap(person, in: contest, at: now, in: tx)]
            }
            let shown = try await entryReply(next, of: contest, to: asker, in: tx)
            try tx.tellScoring(of: counted, at: now)
            let emissions = Pictures.emissions(
                of: .entry,
                held.id.uuid,
                using: has.filter { !had.contains($0) },
                releasing: had.filter { !has.contains($0) }
            )
            try tx.publish(emissions, at: now)
            return shown
        }
    }

    /// Checks everything that can be checked before mediad is called, and claims the pictures.
    /// Everything is checked again once the entry is locked.
    ///
    /// - Returns: The pictures; `nil` if they stay as they are.
    private func claim(
        _ draft: EntryDraft,
        for entry: EntryRecord,
        by call: ChangeEntry,
        in context: CallContext
    ) async throws -> [PhotoRecord]? {
        guard let ids = call.mediaIDs else { return nil }
        let contest = try await current(entry.challenge)
        let read = try await database.participant(entry.user, of: contest.id)
        _ = try await joined(read, entry.user, in: contest, database)
        try await check(draft, entry, by: call, in: contest, database)
        // An earlier release stored entries that only their owner sees.
        let shared = entry.audience == .owner ? Audience.participants : entry.audience
        return try await claim(
            ids,
            of: entry.user,
            for: .entry,
            entry.id.uuid,
            audience: call.audience ?? shared,
            in: contest,
            context
        )
    }

    /// Checks a change of an entry by its owner.
    private func check(
        _ draft: EntryDraft,
        _ entry: EntryRecord,
        by call: ChangeEntry,
        in contest: ContestRecord,
        _ reader: some Reader
    ) async throws {
        if let version = call.ifVersion, version != entry.version {
            throw try await refusal(.versionStale, of: entry, in: contest, reader)
        }
        if let refused = entry.refusalOfChange(in: contest.life) {
            throw try await refusal(refused, of: entry, in: contest, reader)
        }
        let cap = try await cap(of: contest, in: reader)
        var problems = FieldProblems<ChallengesError>()
        draft.check(in: contest, cap: cap, &problems)
        try problems.refuse()
    }

    /// The pictures of an entry, in order.
    private func media(of entry: EntryRecord, _ reader: some Reader) async throws -> [MediaID] {
        try await reader.photos(of: .entry, [entry.id.uuid])[entry.id.uuid]?.map(\.media) ?? []
    }
}
