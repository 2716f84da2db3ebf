import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// A page of entries and its pictures are read by an index, however much others log.
@Suite(.freshDatabase(Challenges.migrations))
struct EntryPlansTests {
    /// A page of 20, and one more.
    private static let page = 21
    private static let contest: ChallengeID = Crowd.id(7)
    /// Has logged 500 entries for it.
    private static let logger: UserID = Crowd.id(70)
    /// Has logged ten, and is no longer in it.
    private static let former: UserID = Crowd.id(3_000)

    /// Stores 400 contests with 50 entries each; one of them has 5,000 more that those in it see,
    /// and 60 that everyone does.
    private func fill() async throws {
        let now = Crowd.now
        try await Crowd.fill(.fresh, people: 4_000) { tx in
            try await tx.run(
                """
                INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                    note, audience, state, created_at, version)
                SELECT pg_temp.id(n), pg_temp.id(contest), pg_temp.id(person), 1, \(now),
                    '2023-11-14', 'manual', '', audience, 'counted',
                    \(now) - n * interval '1 second', 1
                FROM (
                    SELECT n, n % 400, n % 400 * 10 + n / 400 % 10, 'participants'
                    FROM generate_series(0, 19999) AS n
                    UNION ALL
                    SELECT n, 7, 70 + n % 10, 'participants'
                    FROM generate_series(20000, 24999) AS n
                    UNION ALL
                    SELECT n, 7, 70 + n % 10, 'public' FROM generate_series(25000, 25059) AS n
                    UNION ALL
                    SELECT n, 7, 3000, 'participants' FROM generate_series(25060, 25069) AS n
                ) AS new(n, contest, person, audience)
                """
            )
            try await tx.run(
                """
                INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                    is_flagged, version)
                SELECT pg_temp.id(7), pg_temp.id(n), 'joined', false, \(now), 0, false, 1
                FROM generate_series(70, 79) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO photos (id, media, owner, challenge, of, subject, position,
                    content_type, width, height, taken, added_at)
                SELECT gen_random_uuid(), id, user_id, challenge, 'entry', id, 0, 'image/png', 640,
                    480, 'unknown', \(now)
                FROM entries
                """
            )
        }
    }

    private func expect(
        finding found: Int,
        sorting sorts: Int = EntryPlansTests.page,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ read: (StatementLog) async throws -> Void
    ) async throws {
        try await expectPlan(
            finding: found,
            reading: 2 * Self.page,
            sorting: sorts,
            sourceLocation: sourceLocation,
            read
        )
    }

    private func list(
        _ viewer: UserID,
        isInside: Bool,
        widest: Audience = .public,
        of user: UserID? = nil,
        after: (Instant, EntryID)? = nil,
        in log: StatementLog
    ) async throws {
        let page = EntriesPage(
            contest: Self.contest,
            access: EntriesAccess(viewer: viewer, isInside: isInside, widest: widest),
            user: user,
            after: after.map { (createdAt: $0.0, id: $0.1) },
            limit: Self.page
        )
        _ = try await log.entries(page)
    }

    @Test func `each list reads its page and little else`() async throws {
        try await fill()
        let inside: UserID = Crowd.id(71)
        let stranger: UserID = Crowd.id(3_998)
        let further = (Crowd.now - .seconds(21_000), EntryID())
        try await expect(finding: Self.page) { log in
            try await list(inside, isInside: true, in: log)
        }
        try await expect(finding: Self.page) { log in
            try await list(inside, isInside: true, after: further, in: log)
        }
        for viewer in [inside, Self.logger] {
            try await expect(finding: Self.page) { log in
                try await list(viewer, isInside: true, of: Self.logger, in: log)
            }
        }
        // What others may not see is not read.
        try await expect(finding: Self.page, sorting: 2 * Self.page) { log in
            try await list(stranger, isInside: false, in: log)
        }
        try await expect(finding: Self.page, sorting: 2 * Self.page) { log in
            let place = (Crowd.now - .seconds(25_010), EntryID())
            try await list(stranger, isInside: false, after: place, in: log)
        }
        for widest in [Audience.participants, .public] {
            let found = widest == .public ? Self.page : 10
            try await expect(finding: found, sorting: 2 * Self.page) { log in
                try await list(Self.former, isInside: false, widest: widest, in: log)
            }
        }
        // What one sees by oneself is all that one has.
        try await expect(finding: 1) { log in
            let access = EntriesAccess(viewer: inside, isInside: true, widest: .public)
            _ = try await log.isSeen(Crowd.id(7), by: access)
        }
        try await expect(finding: Self.page) { log in
            let access = EntriesAccess(viewer: inside, isInside: true, widest: .public)
            let entries = (20_000..<20_021).map { (number: Int) -> EntryID in Crowd.id(number) }
            _ = try await log.contestPhotos(of: .entry, entries.map(\.uuid), seenBy: access)
        }
    }

    @Test func `what a new entry needs to know of the others is read by an index, and is little`()
        async throws
    {
        try await fill()
        func asked(all: Int, day: Int) -> EntryCounts.Asked {
            EntryCounts.Asked(
                contest: Self.contest,
                user: Self.logger,
                day: CivilDate(daysSince1970: 19_675),
                loggedSince: Crowd.now - .days(1),
                mostOfAll: all,
                mostOfDay: day
            )
        }
        for (all, day) in [(Self.page, Self.page), (0, Self.page), (Self.page, 0)] {
            try await expect(finding: 1) { log in
                let counts = try await log.entryCounts(asked(all: all, day: day))
                #expect(counts == EntryCounts(all: all, day: day))
            }
        }
        let entry = EntryRecord(
            id: EntryID(),
            challenge: Self.contest,
            user: Self.logger,
            amount: .of("1"),
            occurredAt: Crowd.now + .days(1),
            localDay: CivilDate(daysSince1970: 19_675),
            source: .manual,
            device: nil,
            note: "",
            audience: .participants,
            state: .counted,
            createdAt: Crowd.now
        )
        let ever = EntriesCounted(loggedSince: Crowd.now - .days(9), end: Crowd.now + .days(2))
        try await expect(finding: 1) { log in
            _ = try await log.all(.entry(onDayOf: entry, ever)) { row in try row.next(Bool.self) }
        }
        // Nothing of it occurred later: what was logged long before is not looked at.
        let late = EntriesCounted(loggedSince: Crowd.now - .seconds(20_200), end: nil)
        try await expect(finding: 0) { log in
            _ = try await log.all(.entry(laterThan: entry, late)) { row in try row.next(Bool.self) }
        }
    }
}
