import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Contests {
    func createContest(_ call: CreateContest, in context: CallContext) async throws -> Contest {
        let author = try context.signedIn
        // The languages come from a header and are not part of the call's identity.
        var asked = call
        asked.languages = nil
        return try await database.create(
            asked,
            in: context,
            at: now(),
            after: call.id.map { [database.turn($0, .alone)] } ?? [],
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, of: author, in: reader)
        } check: {
            try await checked(call, by: author, in: context)
        } insert: { new, tx in
            try await insert(new, call, in: tx)
        }
    }

    /// Validates all fields, including the invitees, reports all problems in one refusal, and
    /// claims the pictures.
    private func checked(
        _ call: CreateContest,
        by author: UserID,
        in context: CallContext
    ) async throws -> NewContest {
        let since = now() - ContestsADay.window
        let last = try await database.making(
            by: author,
            numbered: rules.contestsDay,
            after: since
        )
        try ContestsADay.check(last: last, at: now())
        var problems = FieldProblems<ChallengesError>()
        let source = try await source(of: call, by: author, &problems)
        let invitees = call.invitees ?? source?.people ?? []
        problems.add(invitees: invitees, of: author, CreateContest.inviteesLimit)
        let askable = invitees.askable(by: author) ?? []
        let answers = try await standings(of: askable, for: author, in: context)
        // Participants of an earlier contest who cannot be invited are left out.
        if call.invitees != nil { problems.add(answers.recipients, invitees: invitees) }
        let now = now()
        var new = NewContest(
            id: call.id ?? ChallengeID(),
            author: author,
            timeZone: answers.sender.zones?.name(at: now) ?? "UTC",
            createdAt: now,
            source: source,
            guests: answers.recipients.filter { $0.eligibility == .yes },
            card: answers.sender
        )
        var definition: DefinitionRecord?
        if case .definition(let id, let languages) = source {
            definition = try await database.definition(id, seenBy: author, in: languages)
        }
        _ = try await contest(new, call, from: definition, &problems, in: database)
        pictures.check(call.mediaIDs ?? [], &problems)
        try problems.refuse()
        guard let ids = call.mediaIDs else { return new }
        new.photos = try await pictures.claim(
            ids,
            of: author,
            for: Pictures.cause(of: .contest, new.id.uuid),
            during: nil,
            in: context
        )
        return new
    }

    /// The source of the contest's text, besides the call. Reports an earlier contest that the
    /// author may not use, and returns `nil`.
    private func source(
        of call: CreateContest,
        by author: UserID,
        _ problems: inout FieldProblems<ChallengesError>
    ) async throws -> NewContest.Source? {
        guard let id = call.copyOf else {
            return call.definition.map { .definition($0, Languages(call.languages)) } ?? .own
        }
        guard call.definition == nil else {
            problems.add(.contentRepeated, at: "/copyOf")
            return nil
        }
        guard
            let original = try await database.contest(id), original.owner == author,
            original.challenge.kind == call.kind
        else {
            problems.add(.copyUnknown, at: "/copyOf")
            return nil
        }
        let limit = CreateContest.inviteesLimit.upperBound
        // The author may be among them.
        let people = try await database.people(.joined, in: id, limit: limit + 1)
            .filter { $0 != author }
        return .contest(original, people: Array(people.prefix(limit)))
    }

    /// The contest that a call makes, as a draft. Reports its problems, except those that follow
    /// from a source that cannot be used.
    private func contest(
        _ new: NewContest,
        _ call: CreateContest,
        from definition: DefinitionRecord?,
        _ problems: inout FieldProblems<ChallengesError>,
        in reader: some Reader
    ) async throws -> ContestRecord {
        let isSourceKnown = new.source != nil && (call.definition == nil || definition != nil)
        if !isSourceKnown, call.copyOf == nil {
            problems.add(.definitionUnknown, at: "/definition")
        }
        if call.kind != .competition, call.kind != .open {
            problems.add(.kindUnknown, at: "/kind")
        }
        if call.name == nil, call.definition == nil, call.copyOf == nil {
            problems.add(.nameInvalid, at: "/name")
        }
        let blank = new.blank(call.kind, from: definition, under: rules)
        let draft = ContestDraft(call)
        var made = try await changed(blank, by: draft, at: new.createdAt, &problems, in: reader)
        if call.invitees == nil { made.invitees = new.guests.map(\.user) }
        guard call.draft != true, isSourceKnown else { return made }
        made.checkComplete(&problems)
        made.checkAuthor(&problems)
        return made
    }

    /// Inserts a contest and its pictures, and publishes it unless it is a draft; returns `nil` if
    /// its id is taken.
    private func insert(
        _ new: NewContest,
        _ call: CreateContest,
        in tx: Transaction
    ) async throws -> Contest? {
        // The locks are sent first: the next statement reads what they protect.
        if !new.guests.isEmpty { try tx.lock(new.guests.map { Pair(new.author, $0.user) }) }
        try tx.lock(new.id, .alone)
        var definition: DefinitionRecord?
        if case .definition(let id, let languages) = new.source {
            definition = try await tx.shareDefinition(id, seenBy: new.author, in: languages)
        }
        let friends = try await friends(among: new.guests, of: new.author, in: tx)
        var problems = FieldProblems<ChallengesError>()
        for (index, invitee) in (call.invitees ?? []).enumerated() where !friends.contains(invitee)
        {
            problems.add(.notFriends, at: "/invitees/\(index)")
        }
        var made = try await contest(new, call, from: definition, &problems, in: tx)
        try problems.refuse()
        let isDraft = call.draft ?? false
        // Publication increments it to 1.
        made.life.version = isDraft ? 1 : 0
        try tx.store([new.card])
        // Likes, wishes and trends assume that an id belongs to one thing.
        let namesake = DefinitionID(new.id.uuid)
        guard try await tx.definitions([namesake], in: Languages(nil)).isEmpty,
            try await tx.insert(made.challenge)
        else { return nil }
        // Locks the user's contests, which `refuseOwningMore` locks again.
        try tx.lockContests(of: new.author)
        let last = try tx.deferredMaking(
            by: new.author,
            numbered: rules.contestsDay,
            after: new.createdAt - ContestsADay.window
        )
        try await refuseOwningMore(new.author, in: tx)
        try await ContestsADay.check(last: last.value, at: new.createdAt)
        try tx.countMaking(by: new.author, at: new.createdAt)
        try tx.insert(made)
        try await insertPictures(of: new, to: made, in: tx)
        var row = changes.row(made)
        if !isDraft {
            row.inviting = friends
            row = try await moves.take(.publish, of: row, at: new.createdAt, in: tx)
        }
        return try await row.reply(to: .owner, at: now(), under: rules, in: tx)
    }

    /// Stores the pictures that the call names, or copies those of the source.
    private func insertPictures(
        of new: NewContest,
        to contest: ContestRecord,
        in tx: Transaction
    ) async throws {
        let (id, now) = (contest.id, new.createdAt)
        var used: [MediaID] = []
        if let photos = new.photos {
            try await tx.insert(photos, of: .contest, id.uuid, challenge: id, at: now)
            used = photos.map(\.media)
        } else if let pictures = new.pictures {
            used = try await tx.copyPhotos(
                from: pictures,
                to: (.contest, id.uuid),
                challenge: id,
                at: now
            )
        }
        let emissions = Pictures.emissions(of: .contest, id.uuid, using: used)
        try tx.publish(emissions, at: now)
    }

    /// The contest that the same user created under the call's id by an equal call (2.14-ids).
    private func existing(
        _ call: CreateContest,
        of author: UserID,
        in reader: any Reader
    ) async throws -> Contest? {
        guard
            let id = call.id, let made = try await reader.contest(id),
            made.challenge.author == author
        else { return nil }
        guard made.isMade(by: call, under: rules) else { throw ChallengesError.idTaken }
        // Another user may own it now, and its author may no longer see it.
        guard try await reader.access(of: made, for: author).seesHead else {
            throw ChallengesError.idTaken
        }
        let shown = try await reader.contestReply(made, to: author, at: now(), under: rules)
        let hasSource = call.definition != nil || call.copyOf != nil
        guard
            hasSource && call.mediaIDs == nil
                || shown.photos.map(\.id) == call.mediaIDs ?? []
        else { throw ChallengesError.idTaken }
        return shown
    }
}
