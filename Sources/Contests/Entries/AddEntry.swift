import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Entries {
    func addEntry(_ call: AddEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        let draft = EntryDraft(call)
        var problems = FieldProblems<ChallengesError>()
        draft.check(&problems)
        pictures.check(call.mediaIDs ?? [], &problems)
        let id = call.id ?? EntryID()
        let showsPhotos = call.mediaIDs?.isEmpty == false
        // A repetition is not refused and claims no pictures. It is looked up first if the call has
        // either; otherwise the transaction finds it.
        if !problems.isEmpty || showsPhotos {
            if let given = try await given(call, to: asker, in: context) { return given }
        }
        try problems.refuse()
        let photos =
            showsPhotos ? try await claim(draft, for: id, of: call, by: asker, in: context) : []
        do {
            return try await contests.once(
                call,
                in: context,
                of: call.contest,
                .shared,
                reading: { tx in try Known(of: call, by: asker, in: tx) }
            ) { contest, known, tx in
                let entry = (id: id, draft: draft, photos: photos)
                return try await add(entry, by: asker, as: call, to: contest, known, in: tx)
            }
        } catch let found as MadeBefore {
            return found.entry
        } catch ChallengesError.contestNotFound where call.id != nil {
            // The user may have used the id in another contest, which decides first.
            if let made = try await existing(call, of: asker) { return made }
            throw ChallengesError.contestNotFound
        }
    }

    /// The entry exists already: nothing is stored, not even a reply under the call's key.
    private struct MadeBefore: Error {
        let entry: Entry
    }

    /// The reads that travel together with the contest's.
    struct Known: Sendable {
        /// The caller's row, which is locked.
        let person: Deferred<ParticipantRecord?>
        /// The entry with the call's id; `nil` if the call has none.
        let made: Deferred<EntryRecord?>?
        let card: Deferred<PersonCard?>
        let cap: Deferred<Amount?>

        init(of call: AddEntry, by user: UserID, in tx: Transaction) throws {
            person = try tx.holdParticipant(user, of: call.contest)
            made = try call.id.map { try tx.readEntry($0) }
            card = try tx.readCopy(of: user)
            cap = try tx.readCap(of: call.contest)
        }
    }

    /// Adds an entry to a locked contest.
    func add(
        _ new: (id: EntryID, draft: EntryDraft, photos: [ContestPhoto]),
        by user: UserID,
        as call: AddEntry,
        to contest: ContestRecord,
        _ known: Known,
        in tx: Transaction
    ) async throws -> Entry {
        let now = now()
        // An earlier or concurrent call of the same user made it.
        if let made = try await known.made?.value,
            let shown = try await reply(to: call, by: user, finding: made, in: tx)
        {
            throw MadeBefore(entry: shown)
        }
        let person = try await joined(known.person.value, user, in: contest, tx)
        let card = try await known.card.value
        let time = try time(
            of: new.draft,
            by: person,
            in: contest,
            cap: await known.cap.value,
            days: LocalDays(card?.zones),
            at: now
        )
        let entry = new.draft.entry(new.id, in: contest, by: user, done: time, at: now)
        let counts = try EntryCounts.Asked(of: person, on: time.localDay, under: rules).map {
            try tx.countEntries($0)
        }
        let isCovered = try covering(entry, in: contest, tx)
        // Waits for the insertion only if the caller chose the id, which may be taken.
        let isAdded = try call.id.map { _ in try tx.add(entry) }
        if isAdded == nil { try tx.addOwn(entry) }
        try await counts?.value.check(under: rules)
        guard try await isAdded?.value != false else { throw ChallengesError.idTaken }
        let counted = try await count(
            entry,
            of: person,
            in: contest,
            isCovered: isCovered?.value ?? false,
            in: tx
        )
        try tx.note(.logged, of: entry, by: user, at: now)
        try await tx.insert(
            new.photos,
            of: .entry,
            entry.id.uuid,
            challenge: contest.id,
            at: now
        )
        try tx.tellScoring(of: [counted], at: now)
        let used = Pictures.emissions(
            of: .entry,
            entry.id.uuid,
            using: new.photos.map(\.photo.media)
        )
        try tx.publish(used, at: now)
        // Without a card the user is shown as to other viewers: without a name.
        let shown = card?.person ?? .hidden
        return newEntryReply(entry, of: contest, by: shown, showing: new.photos)
    }

    /// Reads what adding a new entry needs to know of the participant's other entries, while their
    /// row is locked; `nil` if it needs nothing. Sent with the next statement.
    private func covering(
        _ entry: EntryRecord,
        in contest: ContestRecord,
        _ tx: Transaction
    ) throws -> Deferred<Bool>? {
        switch Tally(contest).addingNeeds {
        case .nothing, .everything:
            return nil
        case .sameDay:
            let counted = contest.counted(besideOneOf: entry.localDay, under: rules)
            return try tx.counts(onDayOf: entry, counted)
        case .later:
            let counted = contest.counted(laterThan: entry.occurredAt, under: rules)
            return try tx.occursLater(than: entry, counted)
        }
    }

    /// Adds a new entry, which is stored, to the participant's totals and stores them. Refuses a
    /// total of 10¹² or more (2.3-cap). The caller then notifies scoring.
    private func count(
        _ entry: EntryRecord,
        of person: ParticipantRecord,
        in contest: ContestRecord,
        isCovered: Bool,
        in tx: Transaction
    ) async throws -> ParticipantRecord {
        let (tally, item) = (Tally(contest), Tally.Item(entry))
        guard tally.addingNeeds != .everything, contest.counted([item]) == [item] else {
            return try await recountWithinCap(person, in: contest, at: entry.createdAt, in: tx)
        }
        guard let value = tally.value(adding: item, to: person.value, isCovered: isCovered) else {
            throw Refusal(ChallengesError.amountInvalid, at: "/amount")
        }
        return try tx.save(
            person.standing(at: value, withOneMoreIn: contest, at: entry.createdAt)
        )
    }

    /// Checks everything that can be checked before mediad is called, and claims the pictures. It
    /// is all checked again once the contest is locked.
    func claim(
        _ draft: EntryDraft,
        for id: EntryID,
        of call: AddEntry,
        by user: UserID,
        in context: CallContext
    ) async throws -> [ContestPhoto] {
        let contest = try await current(call.contest)
        let read = try await database.participant(user, of: contest.id)
        let person = try await joined(read, user, in: contest, database)
        let time = try time(
            of: draft,
            by: person,
            in: contest,
            cap: await cap(of: contest, in: database),
            days: await days(of: user, in: database),
            at: now()
        )
        if let asked = EntryCounts.Asked(of: person, on: time.localDay, under: rules) {
            try await database.entryCounts(asked).check(under: rules)
        }
        return try await claim(
            call.mediaIDs ?? [],
            of: user,
            for: .entry,
            id.uuid,
            audience: draft.audience ?? .participants,
            in: contest,
            context
        ).map { ContestPhoto(id: PhotoID(), photo: $0) }
    }

    /// Checks a participant's entry against the contest.
    ///
    /// - Parameters:
    ///   - draft: The entry.
    ///   - person: The participant.
    ///   - contest: The contest.
    ///   - cap: The operator's maximum for the unit; `nil` for the default.
    ///   - days: The participant's days.
    ///   - now: The time.
    /// - Returns: The entry's time, as the contest counts it.
    /// - Throws: `ChallengesError`, or a refusal with its fields.
    private func time(
        of draft: EntryDraft,
        by person: ParticipantRecord,
        in contest: ContestRecord,
        cap: Amount?,
        days: LocalDays,
        at now: Instant
    ) throws -> EntryTime {
        try draft.check(takenBy: contest)
        let time = draft.time(
            in: contest,
            joinedAt: person.joinedAt,
            days: days,
            at: now,
            under: rules
        )
        var problems = FieldProblems<ChallengesError>()
        draft.check(in: contest, cap: cap, &problems)
        if time == nil { problems.add(.occurredInvalid, at: "/occurredAt") }
        guard problems.isEmpty, let time else { throw problems.refusal() }
        return time
    }

    /// The operator's maximum for the contest's unit; `nil` for the default.
    func cap(of contest: ContestRecord, in reader: some Reader) async throws -> Amount? {
        guard let unit = contest.unit else { return nil }
        return try await reader.cap(ofUnit: unit)
    }

    /// The result of an earlier call: the reply under its key, or the entry under its id.
    private func given(
        _ call: AddEntry,
        to user: UserID,
        in context: CallContext
    ) async throws -> Entry? {
        async let stored = database.reply(to: call, in: context)
        async let present = existing(call, of: user)
        // The key comes first: its reply, or the refusal if another call used it.
        if let given = try await stored { return given }
        return try await present
    }

    /// The entry that the same user logged under the call's id by an equal call (2.14-ids).
    private func existing(_ call: AddEntry, of user: UserID) async throws -> Entry? {
        guard let id = call.id, let made = try await database.entry(id) else { return nil }
        return try await reply(to: call, by: user, finding: made, in: database)
    }

    /// The reply to a call whose id is taken by an entry; `nil` if another user made the entry.
    private func reply(
        to call: AddEntry,
        by user: UserID,
        finding made: EntryRecord,
        in reader: some Reader
    ) async throws -> Entry? {
        guard made.user == user else { return nil }
        guard made.challenge == call.contest, made.state != .deleted,
            let contest = try await reader.contest(made.challenge)
        else { throw ChallengesError.idTaken }
        let draft = EntryDraft(call)
        let joinedAt = try await reader.participant(user, of: contest.id)?.joinedAt
        let isSameTime = draft.says(whenDone: made, in: contest, joinedAt: joinedAt, under: rules)
        let time = EntryTime(occurredAt: made.occurredAt, localDay: made.localDay)
        let again = draft.entry(made.id, in: contest, by: user, done: time, at: made.createdAt)
        let shown = try await entryReply(made, of: contest, to: user, in: reader)
        guard isSameTime, made.says(whatIsSaidBy: again),
            shown.photos.map(\.photo.id) == call.mediaIDs ?? []
        else { throw ChallengesError.idTaken }
        return shown
    }
}
