package import ChallengesAPI
package import ChallengesCore
import Definitions
package import FoundationEssentials
package import Identifiers
import IdentityAPI
import People
package import Postgres
package import RPC
import Values
import Wire

/// The calls about entries of contests and about completing a contest.
package struct Entries: Sendable {
    package let contests: ContestChanges
    let pictures: Pictures

    var database: Database { contests.database }
    var rules: ContestRules { contests.rules }
    var now: @Sendable () -> Instant { contests.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(addEntry)
            $0.on(listEntries)
            $0.on(getEntry)
            $0.on(changeEntry)
            $0.on(deleteEntry)
            $0.on(completeContest)
        }
    }

    /// Computes a participant's totals from all entries and phone totals, and stores them. The
    /// caller then notifies scoring.
    ///
    /// - Parameters:
    ///   - person: The participant, whose row is locked.
    ///   - contest: The contest, which is locked.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Returns: The participant as stored.
    /// - Throws: `PostgresError`.
    static func recount(
        _ person: ParticipantRecord,
        in contest: ContestRecord,
        at now: Instant,
        in tx: Transaction
    ) async throws -> ParticipantRecord {
        let parts = try await tx.parts(of: person.user, in: contest)
        return try tx.save(person.counting(parts, in: contest, at: now))
    }

    /// Recounts a participant after an entry was removed as false. This may undo the participant's
    /// completion of the contest, and with it that of the contest's definition (2.3-goal).
    static func recount(
        afterRemovalFrom person: ParticipantRecord,
        in contest: ContestRecord,
        at now: Instant,
        in tx: Transaction
    ) async throws -> ParticipantRecord {
        let parts = try await tx.parts(of: person.user, in: contest)
        let counted = person.counting(parts, in: contest, at: now, isRemoval: true)
        let saved = try tx.save(counted)
        if person.completedAt != nil, saved.completedAt == nil,
            let definition = contest.challenge.snapshot.definition
        {
            try tx.takeBackCompletion(of: definition, by: person.user)
        }
        return saved
    }

    /// Recounts a participant after an entry was logged or its amount changed. Refuses a total of
    /// 10¹² or more (2.3-cap).
    func recountWithinCap(
        _ person: ParticipantRecord,
        in contest: ContestRecord,
        at now: Instant,
        in tx: Transaction
    ) async throws -> ParticipantRecord {
        let parts = try await tx.parts(of: person.user, in: contest)
        guard Tally(contest).fits(parts) else {
            throw Refusal(ChallengesError.amountInvalid, at: "/amount")
        }
        return try tx.save(person.counting(parts, in: contest, at: now))
    }

    /// Recomputes the totals of all participants who have entries or phone totals after the new,
    /// earlier end of a contest, and notifies scoring. The entries themselves stay. The contest
    /// must be locked exclusively.
    func recount(leftOutBy contest: ContestRecord, at now: Instant, in tx: Transaction) async throws
    {
        guard let leftOut = contest.leftOut(under: rules) else { return }
        var people = Set(try await tx.people(loggingWhatIs: leftOut))
        if let metric = contest.challenge.snapshot.metric, let day = leftOut.day {
            let days = day...max(day, CivilDate.lastWritten)
            people.formUnion(
                try await tx.people(in: contest.id, withTotalsOf: metric, in: days)
            )
        }
        try await recount(people.sorted(), in: contest, at: now, in: tx)
    }

    /// Recomputes the totals of participants, in the order of their ids, and notifies scoring. The
    /// contest is locked exclusively.
    func recount(
        _ people: [UserID],
        in contest: ContestRecord,
        at now: Instant,
        in tx: Transaction
    ) async throws {
        var rest = people[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.batch))
            rest = rest.dropFirst(part.count)
            let people = try await tx.heldParticipants(part, of: contest.id)
            let parts = try await tx.parts(of: part, in: contest)
            let counted = try part.compactMap { people[$0] }.map { person in
                let parts = parts[person.user] ?? CountedParts()
                return try tx.save(person.counting(parts, in: contest, at: now))
            }
            try tx.tellScoring(of: counted, at: now)
        }
    }

    /// The number of participants whose entries are read at a time.
    private static let batch = 100

    /// Entries of one contest as a viewer sees them, in the given order. The caller has checked
    /// that the viewer may see each of them. For viewers other than the owner, deleted and removed
    /// entries have no content, and entries of a contest that hides measured values have no amount
    /// (2.10-ranking). Queries are shown to participants, to the contest's owner and to the entry's
    /// owner.
    func entryReplies(
        _ entries: [EntryRecord],
        of contest: ContestRecord,
        to viewer: UserID,
        in reader: some Reader
    ) async throws -> [Entry] {
        guard !entries.isEmpty else { return [] }
        let access = try await reader.access(of: contest, for: viewer)
        let entriesAccess = EntriesAccess(of: contest, for: viewer, access)
        async let people = reader.peopleShown(entries.map(\.user), to: viewer)
        async let photos = reader.contestPhotos(
            of: .entry,
            entries.map(\.id.uuid),
            seenBy: entriesAccess
        )
        async let queries = reader.queries(
            of: entries.filter { entriesAccess.isInside || $0.user == viewer },
            seenBy: viewer
        )
        let isJoined = access.part == .joined
        async let openQueries = isJoined ? reader.openQueries(by: viewer, in: contest.id) : 0
        let known = try await (people, photos, queries, openQueries)
        let now = now()
        let life = contest.currentLife(at: now, under: rules)
        return try entries.map { entry in
            let isOwn = entry.user == viewer
            let own = isOwn ? entry.ownerActions(in: life, isJoined: isJoined) : []
            let dispute = DisputeAccess(
                of: viewer,
                isJoined: isJoined,
                in: entry,
                of: contest,
                queries: known.3,
                at: now,
                under: rules
            )
            return entry.entryReply(
                by: try known.0.named(entry.user),
                in: contest,
                photos: (known.1[entry.id.uuid] ?? []).map(\.shown),
                query: known.2[entry.id],
                actions: own + dispute.actions,
                isWhole: isOwn || entry.isCounted,
                showsAmount: isOwn || !contest.hidesValues
            )
        }
    }

    /// One entry as a viewer sees it. The caller has checked that the viewer may see it.
    func entryReply(
        _ entry: EntryRecord,
        of contest: ContestRecord,
        to viewer: UserID,
        in reader: some Reader
    ) async throws -> Entry {
        guard let shown = try await entryReplies([entry], of: contest, to: viewer, in: reader).first
        else {
            throw ChallengesError.entryNotFound
        }
        return shown
    }

    /// A new entry as its owner, a participant, sees it: like `entryReply`, but without reading
    /// what a new entry cannot have.
    func newEntryReply(
        _ entry: EntryRecord,
        of contest: ContestRecord,
        by person: Person,
        showing photos: [ContestPhoto]
    ) -> Entry {
        let life = contest.currentLife(at: now(), under: rules)
        return entry.entryReply(
            by: person,
            in: contest,
            photos: photos.map(\.shown),
            query: nil,
            actions: entry.ownerActions(in: life, isJoined: true),
            isWhole: true,
            showsAmount: true
        )
    }

    /// A refusal with the entry as its owner sees it now.
    func refusal(
        _ error: ChallengesError,
        of entry: EntryRecord,
        in contest: ContestRecord,
        _ reader: some Reader
    ) async throws -> Refusal {
        let shown = try await entryReply(entry, of: contest, to: entry.user, in: reader)
        return try Refusal(error, current: shown)
    }

    /// Returns the row of a participant; refuses other users, and those who may not see the
    /// contest.
    ///
    /// - Parameters:
    ///   - person: The user's row, as just read.
    ///   - user: The user.
    ///   - contest: The contest.
    ///   - reader: Where `person` was read.
    /// - Returns: The participant.
    /// - Throws: `challenges.contest_not_found`, `challenges.not_in_contest`, `PostgresError`.
    package func joined(
        _ person: ParticipantRecord?,
        _ user: UserID,
        in contest: ContestRecord,
        _ reader: some Reader
    ) async throws -> ParticipantRecord {
        guard let person, person.state == .joined else {
            let access = try await reader.access(of: contest, for: user)
            throw access.seesHead ? ChallengesError.notInContest : .contestNotFound
        }
        let access = ContestAccess(of: contest, forJoined: user)
        guard access.seesHead else { throw ChallengesError.contestNotFound }
        return person
    }

    /// A contest with due transitions applied, for checks before anything is locked.
    package func current(_ id: ChallengeID) async throws -> ContestRecord {
        guard var contest = try await database.contest(id) else {
            throw ChallengesError.contestNotFound
        }
        contest.life = contest.currentLife(at: now(), under: rules)
        return contest
    }

    /// The user's own entry. Another user's is refused as `notYourPart` if the user may see it, and
    /// as `entryNotFound` otherwise.
    func ownEntry(_ id: EntryID, of user: UserID) async throws -> EntryRecord {
        guard let entry = try await database.entry(id) else {
            throw ChallengesError.entryNotFound
        }
        if entry.user == user { return entry }
        guard let contest = try await database.contest(entry.challenge),
            try await sees(entry, of: contest, user, in: database)
        else { throw ChallengesError.entryNotFound }
        throw ChallengesError.notYourPart
    }

    /// Whether a viewer may see an entry; its owner always may (2.10-photos).
    func sees(
        _ entry: EntryRecord,
        of contest: ContestRecord,
        _ viewer: UserID,
        in reader: some Reader
    ) async throws -> Bool {
        if entry.user == viewer { return true }
        let access = try await reader.access(of: contest, for: viewer)
        guard access.seesHead else { return false }
        let entriesAccess = EntriesAccess(of: contest, for: viewer, access)
        return try await reader.isSeen(entry.id, by: entriesAccess)
    }

    /// Validates a note and the list of pictures.
    func check(_ note: String?, _ mediaIDs: [MediaID]?) throws {
        var problems = FieldProblems<ChallengesError>()
        if let note, !AddEntry.noteLimit.stores(note) { problems.add(.noteInvalid, at: "/note") }
        pictures.check(mediaIDs ?? [], &problems)
        try problems.refuse()
    }

    /// A user's days, by their time zones.
    func days(of user: UserID, in reader: some Reader) async throws -> LocalDays {
        LocalDays(try await reader.copies(of: [user])[user]?.zones)
    }

    /// The time from the start to the end of a contest for a participant, in which their pictures
    /// must be taken.
    private func span(
        of contest: ContestRecord,
        for user: UserID
    ) async throws -> Range<Instant>? {
        guard contest.countsOwnDays else { return contest.span(under: rules) }
        return contest.span(for: try await days(of: user, in: database), under: rules)
    }

    /// Claims pictures at mediad for an entry or a completion, and sets their audience.
    package func claim(
        _ ids: [MediaID],
        of user: UserID,
        for place: PhotoRecord.Place,
        _ subject: UUID,
        audience: Audience = .participants,
        in contest: ContestRecord,
        _ context: CallContext
    ) async throws -> [PhotoRecord] {
        let photos = try await pictures.claim(
            ids,
            of: user,
            for: Pictures.cause(of: place, subject),
            during: try await span(of: contest, for: user),
            in: context
        )
        return photos.map { photo in
            var photo = photo
            photo.audience = audience
            return photo
        }
    }
}

extension ContestRecord {
    /// The contest's life with the transitions that are due at a moment.
    func currentLife(at now: Instant, under rules: ContestRules) -> ContestLife {
        var current = life
        while current.pass(to: now, under: rules) != nil {}
        return current
    }
}

extension EntryRecord {
    /// The entry as a viewer sees it; without its content unless `isWhole`.
    fileprivate func entryReply(
        by owner: Person,
        in contest: ContestRecord,
        photos: [Entry.EntryPhoto],
        query: Entry.Query?,
        actions: [Entry.Action],
        isWhole: Bool,
        showsAmount: Bool
    ) -> Entry {
        Entry(
            id: id,
            contest: challenge,
            user: owner,
            amount: isWhole && showsAmount ? amount : nil,
            unit: contest.unit,
            occurredAt: occurredAt,
            localDay: localDay,
            source: source,
            device: isWhole ? device : nil,
            note: isWhole ? note : "",
            photos: isWhole ? photos : [],
            audience: audience,
            state: state,
            query: query,
            actions: actions,
            createdAt: createdAt,
            editedAt: editedAt,
            version: version
        )
    }
}
