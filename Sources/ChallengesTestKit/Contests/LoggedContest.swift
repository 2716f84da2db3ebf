import Challenges
package import ChallengesAPI
import ChallengesCore
package import Contests
package import Identifiers
import IdentityAPI
import People
import Postgres
package import ScoringAPI
import TestKit
package import Values
package import Wire

/// A contest of Ana in which users log entries. Its row is stored directly, without calls. By
/// default Ana and Bo participate from its start, and Cy does not.
package struct LoggedContest: Sendable {
    package let scene: Scene
    package let contest: ContestRecord

    package var id: ChallengeID { contest.id }

    package static func store(
        _ contest: ContestRecord,
        in scene: Scene,
        with people: [UserID]? = nil,
        target: Amount? = nil
    ) async throws -> LoggedContest {
        let logged = LoggedContest(scene: scene, contest: contest)
        try await scene.knowAll()
        try await scene.database.transaction { tx in
            guard try await tx.insert(contest.challenge) else { return }
            try await logged.insert(in: tx)
        }
        for user in people ?? [scene.ana, scene.bo] { try await logged.join(user, target: target) }
        return logged
    }

    /// Stores a public contest that ranks the sum of litres and lasts a week from now.
    package static func store(in scene: Scene = Scene()) async throws -> LoggedContest {
        try await store(.ofEntries(owner: scene.ana), in: scene)
    }

    private func insert(in tx: Transaction) async throws {
        let life = contest.life
        try await tx.run(
            """
            INSERT INTO contests (challenge, kind, owner, state, visibility, created_at,
                published_at, starts_at, ends_at, time_zone, whole_days, aggregation, direction,
                score, sources, needs_approval, members_may_invite, locks_late, author_plays,
                invitees, settles_at, closed_at, version)
            VALUES (\(contest.id), \(contest.challenge.kind.rawValue), \(contest.owner),
                \(life.state), \(contest.visibility.rawValue), \(life.createdAt),
                \(life.publishedAt), \(life.startsAt), \(life.endsAt), \(contest.timeZone),
                \(life.wholeDays), \(contest.aggregation.rawValue),
                \(contest.direction.rawValue), \(contest.score.rawValue),
                \(contest.sources.rawValue), false, false, false, true, \([UserID]()),
                \(life.settlesAt), \(life.closedAt), 1)
            """
        )
        try await tx.run(
            """
            INSERT INTO contest_counts (challenge, joined, joins, likes)
            VALUES (\(contest.id), 0, 0, 0)
            """
        )
    }

    /// Stores a user's participation state; `joined` by default.
    package func join(
        _ user: UserID,
        _ state: Participant.State = .joined,
        at moment: Instant? = nil,
        target: Amount? = nil
    ) async throws {
        let joinedAt = moment ?? contest.life.startsAt
        let known = try await scene.database.participant(user, of: id)
        try await scene.database.transaction { tx in
            var person =
                known ?? ParticipantRecord(challenge: id, user: user, state: state, version: 0)
            person.state = state
            if state == .joined || state == .left || state == .removed {
                person.joinedAt = person.joinedAt ?? joinedAt
            }
            person.target = target ?? person.target
            _ = try tx.save(person)
            try await tx.run(
                """
                UPDATE contest_counts SET (joined, joins) = (
                    SELECT count(*) FILTER (WHERE state = 'joined'), count(joined_at)
                    FROM participants WHERE participants.challenge = contest_counts.challenge)
                WHERE challenge = \(id)
                """
            )
        }
    }

    /// A call that logs an amount.
    package func call(
        _ amount: String? = "1",
        id: EntryID? = nil,
        occurredAt: Instant? = nil,
        source: Entry.Source? = nil,
        device: String? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        audience: Audience? = nil
    ) -> AddEntry {
        AddEntry(
            id: id,
            contest: self.id,
            amount: amount.map { .of($0) },
            occurredAt: occurredAt,
            source: source,
            device: device,
            note: note,
            mediaIDs: mediaIDs,
            audience: audience
        )
    }

    /// Logs an amount as a user, Bo by default.
    @discardableResult
    package func log(
        _ amount: String? = "1",
        by user: UserID? = nil,
        occurredAt: Instant? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        audience: Audience? = nil
    ) async throws -> Entry {
        let call = call(
            amount,
            occurredAt: occurredAt,
            note: note,
            mediaIDs: mediaIDs,
            audience: audience
        )
        return try await scene.ask(call, as: user ?? scene.bo)
    }

    /// Logs an amount as Bo for an audience. For `owner`, which only earlier releases allowed, the
    /// row is changed afterwards.
    package func log(
        _ amount: String,
        note: String? = nil,
        mediaIDs: [MediaID],
        shownTo audience: Audience
    ) async throws -> Entry {
        let shared = audience == .owner ? nil : audience
        let entry = try await log(amount, note: note, mediaIDs: mediaIDs, audience: shared)
        if audience == .owner { try await hide(entry.id) }
        return entry
    }

    /// Hides an entry from everyone but its owner, as an earlier release did.
    package func hide(_ entry: EntryID) async throws {
        try await scene.database.run(
            "UPDATE entries SET audience = 'owner' WHERE id = \(entry)"
        )
    }

    /// Sets the audience of each picture of an entry.
    package func show(_ photos: [Entry.EntryPhoto], to audiences: [Audience]) async throws {
        let shown = Array(zip(photos.map(\.photoID), audiences.map(\.rawValue)))
        try await scene.database.run(
            """
            UPDATE photos SET audience = shown.audience
            FROM unnest(\(shown.map(\.0)), \(shown.map(\.1))) AS shown(id, audience)
            WHERE photos.id = shown.id
            """
        )
    }

    /// All entries that a viewer sees, read page by page.
    package func entries(
        as viewer: UserID,
        of user: UserID? = nil,
        limit: Int? = nil
    ) async throws -> [Entry] {
        var call = ListEntries(contest: id, user: user, limit: limit)
        var entries: [Entry] = []
        repeat {
            let page = try await scene.ask(call, as: viewer)
            entries += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return entries
    }

    /// An entry as a viewer sees it; `nil` if they may not see it.
    package func entry(_ entry: EntryID, as viewer: UserID) async throws -> Entry? {
        do {
            return try await scene.ask(GetEntry(entry: entry), as: viewer)
        } catch  where error == ChallengesError.entryNotFound.fault {
            return nil
        }
    }

    /// The participant row of a user, Bo by default.
    package func standing(of user: UserID? = nil) async throws -> ParticipantRecord {
        guard let person = try await scene.database.participant(user ?? scene.bo, of: id) else {
            throw ChallengesError.notInContest
        }
        return person
    }

    /// The last score of a user, Bo by default, that scoring received.
    package func told(of user: UserID? = nil) async throws -> ScoresChanged.Player? {
        let user = user ?? scene.bo
        return try await scene.emitted(ScoresChanged.self).filter { $0.contest == id }
            .flatMap(\.players).last { $0.user == user }
    }

    /// The history of an entry, in order: each change, the actor, and the amount afterwards.
    package func history(of entry: EntryID) async throws -> [String] {
        try await scene.database.all(
            "SELECT what, by, amount FROM entry_history WHERE entry = \(entry) ORDER BY number"
        ) { row in
            let (what, by, amount): (String, UserID?, Amount?) = try row.read()
            let name = by == scene.bo ? "Bo" : by == scene.ana ? "Ana" : "time"
            return "\(what) \(name) \(amount.map(\.description) ?? "none")"
        }
    }

    /// Stores Ana's query of an entry: open by default, or decided, depending on `state`.
    package func query(_ entry: EntryID, _ state: Entry.State = .queried) async throws {
        let judged: EntryRecord.Judgement? =
            state == .removed ? .removed : state == .counted ? .kept : nil
        try await scene.database.transaction { tx in
            guard var held = try await tx.heldEntry(entry) else { return }
            let version = held.version
            held.query = EntryRecord.Query(by: scene.ana, reason: "Really?", at: scene.clock.now)
            held.state = state
            held.judged = judged
            held.version += 1
            try tx.save(held, over: version)
        }
    }

    /// Cases in which Bo, who is signed in, may not log entries: a name, the contest's visibility,
    /// the refusal, and the preparation.
    package static let outsiders:
        [(
            String, ContestVisibility, ChallengesError,
            @Sendable (LoggedContest) async throws -> Void
        )] = [
            ("a stranger to a private one", .private, .contestNotFound, { _ in }),
            ("a stranger to one with codes", .link, .contestNotFound, { _ in }),
            ("no friend", .friends, .contestNotFound, { _ in }),
            (
                "a friend", .friends, .notInContest,
                { try await $0.scene.relate($0.scene.ana, $0.scene.bo, .friends) }
            ),
            ("a stranger to a public one", .public, .notInContest, { _ in }),
            (
                "somebody blocked", .public, .contestNotFound,
                { try await $0.scene.relate($0.scene.ana, $0.scene.bo, .blocked) }
            ),
            (
                "an invitee", .private, .notInContest,
                { try await $0.join($0.scene.bo, .invited) }
            ),
            (
                "who asked to join", .private, .notInContest,
                { try await $0.join($0.scene.bo, .requested) }
            ),
            (
                "who declined", .private, .contestNotFound,
                { try await $0.join($0.scene.bo, .declined) }
            ),
            ("who left", .private, .notInContest, { try await $0.join($0.scene.bo, .left) }),
            (
                "who was removed", .private, .contestNotFound,
                { try await $0.join($0.scene.bo, .removed) }
            ),
            (
                "who was refused", .private, .contestNotFound,
                { try await $0.join($0.scene.bo, .refused) }
            ),
        ]

    /// Checks that each of `outsiders` is refused, and that nothing is stored.
    package static func expectRefused<C: Call>(_ call: (ChallengeID) -> C) async throws -> [String]
    {
        var wrong: [String] = []
        for (who, visibility, error, make) in outsiders {
            let scene = Scene()
            let contest = ContestRecord.ofEntries(
                owner: scene.ana,
                kind: .open,
                visibility: visibility
            )
            let logged = try await store(contest, in: scene, with: [scene.ana])
            try await make(logged)
            let fault = await scene.fault(call(logged.id), as: scene.bo)
            let entries = try await logged.entries(as: scene.ana)
            let claims = scene.media.claimed
            if fault != error.fault || !entries.isEmpty || !claims.isEmpty {
                wrong.append("\(who): \(fault?.code ?? "no refusal")")
            }
        }
        return wrong
    }
}

extension Fault {
    /// The row that came with a refusal.
    package func row<Row: Codable & Sendable>(_: Row.Type) -> Row? {
        current.flatMap { try? WireDecoder().decode(Row.self, from: $0) }
    }
}
