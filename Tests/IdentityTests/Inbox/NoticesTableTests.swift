import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values

@testable import Identity

/// Slow: inserts 100,000 notices of 20,000 people.
@Suite(.freshDatabase(Identity.migrations)) struct NoticesTableTests {
    private static let now = Instant(microseconds: 1_800_000_000_000_000)

    /// What statements read of a table.
    private struct Reads: Equatable {
        /// How often the whole table was read.
        let scans: Int
        /// How many rows were found by an index.
        let rows: Int
    }

    @Test func `each statement reads its own rows among 100,000, by an index`() async throws {
        let ana = UserID()
        let dares = [AssignmentID(), AssignmentID()]
        let fan = UserID()
        let subject = Notice.Subject(contest: ChallengeID())
        let likes = MergedLikes(count: 1, newest: [.init(user: fan, at: Self.now)])
        try await fill(ana, fan, dares)
        try await Database.fresh.transaction { tx in
            try await readAndCount(ana, tx)
            let ids = try await tx.notices(of: ana, after: nil, limit: 5, at: Self.now).map(\.id)
            let ended = Self.now - .days(90)
            let old = Self.now - .days(366)
            // Each with the most rows of notices that it may look at.
            let changes: [(name: String, rows: Int, () async throws -> Void)] = [
                ("tell", 5, { try tx.tell(Self.event(ana), NoticeLimit()) }),
                ("tell by someone", 10, { try tx.tell(Self.event(ana, by: fan), NoticeLimit()) }),
                ("tell of a like", 20, { try tx.tell(Self.liked(ana, by: fan), NoticeLimit()) }),
                ("count likes", 20, { try tx.count(likes, of: subject, cause: "1") }),
                ("settle", 10, { try tx.settle(Self.settled(dares[0], .acted)) }),
                ("remove", 10, { try tx.settle(Self.settled(dares[1], .gone)) }),
                ("see some", 100, { try tx.see(ids, of: ana, at: Self.now) }),
                ("see all", 100, { try tx.see(nil, of: ana, at: Self.now) }),
                ("dismiss", 5, { _ = try await tx.dismissNotice(ids[0], of: ana, at: Self.now) }),
                (
                    "purge what ended", 500,
                    {
                        let count = try await tx.purgeNotices(endedBefore: ended, limit: 100)
                        #expect(count == 100)
                    }
                ),
                (
                    "purge what is old", 500,
                    {
                        let count = try await tx.purgeNotices(raisedBefore: old, limit: 100)
                        #expect(count == 100)
                    }
                ),
            ]
            for (name, rows, change) in changes {
                let reads = try await reads(tx, change)
                #expect(reads.values.allSatisfy { $0.scans == 0 }, "\(name): \(reads)")
                #expect(try #require(reads["notices"]).rows <= rows, "\(name): \(reads)")
            }
            #expect(try await tx.noticeCounts(of: ana, at: Self.now).new == 0)
        }
    }

    private func readAndCount(_ user: UserID, _ tx: Transaction) async throws {
        let page = try await reads(tx) {
            let found = try await tx.notices(of: user, after: nil, limit: 11, at: Self.now)
            #expect(found.count == 11)
        }
        // It was not sorted: the other 39 were not looked at.
        #expect(page["notices"] == Reads(scans: 0, rows: 11))
        #expect(page.values.allSatisfy { $0.scans == 0 })
        // Planning reads a few accounts itself.
        #expect(try #require(page["accounts"]).rows <= 20)
        let next = try await reads(tx) {
            let place = (Self.now - .seconds(20), NoticeID())
            let found = try await tx.notices(of: user, after: place, limit: 11, at: Self.now)
            #expect(found.count == 11)
        }
        #expect(next.values.allSatisfy { $0.scans == 0 })
        #expect(try #require(next["notices"]).rows <= 12)
        let counts = try await reads(tx) {
            let found = try await tx.noticeCounts(of: user, at: Self.now)
            #expect(found.new == 25)
        }
        #expect(counts.values.allSatisfy { $0.scans == 0 })
        #expect(try #require(counts["notices"]).rows <= 75)
    }

    /// What `work` reads of each table.
    private func reads(
        _ tx: Transaction,
        _ work: () async throws -> Void
    ) async throws -> [String: Reads] {
        let before = try await total(tx)
        try await work()
        return try await total(tx).merging(before) { after, before in
            Reads(scans: after.scans - before.scans, rows: after.rows - before.rows)
        }
    }

    private func total(_ tx: Transaction) async throws -> [String: Reads] {
        let rows = try await tx.all(
            """
            SELECT relname::text, seq_scan, coalesce(idx_tup_fetch, 0)
            FROM pg_stat_xact_user_tables WHERE relname IN ('notices', 'accounts', 'relations')
            """
        ) { row in
            try (table: row.next(String.self), Reads(scans: row.next(), rows: row.next()))
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.table, $0.1) })
    }

    /// Inserts 50 notices of a person, one a second, every second one new; 10 of each dare; and
    /// 100,000 of others, the oldest of which are more than a year old.
    private func fill(_ user: UserID, _ fan: UserID, _ dares: [AssignmentID]) async throws {
        let now = Self.now
        let statements: [SQL] = [
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT gen_random_uuid(), 'person' || number, 'Some', 'Body', 'some body', 'body', '',
                'UTC', \(now)
            FROM generate_series(0, 19999) AS number
            UNION ALL SELECT \(user), 'ana', 'Ana', 'Lima', 'ana lima', 'lima', '', 'UTC', \(now)
            UNION ALL SELECT \(fan), 'bob', 'Bo', 'Lima', 'bo lima', 'lima', '', 'UTC', \(now)
            """,
            """
            INSERT INTO relations (one, other, relation)
            SELECT least(id, next), greatest(id, next), 'friends'
            FROM (SELECT id, lead(id) OVER (ORDER BY username) AS next FROM accounts) AS pair
            WHERE next IS NOT NULL
            """,
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, state,
                raised_at, seen_at)
            SELECT gen_random_uuid(), person.id, 'accepted', number::text, actor.id, 'assignment',
                gen_random_uuid(), CASE number % 3 WHEN 0 THEN 'new' ELSE 'seen' END, happened,
                CASE WHEN number % 3 > 0 THEN happened END
            FROM generate_series(1, 100000) AS number
            CROSS JOIN LATERAL (
                SELECT \(now) - number * interval '400 seconds' AS happened
            ) AS moment
            JOIN accounts AS person ON person.username = 'person' || number % 20000
            JOIN accounts AS actor ON actor.username = 'person' || (number + 7) % 20000
            """,
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, state,
                raised_at, seen_at)
            SELECT gen_random_uuid(), \(user), 'verdict', number::text, actor.id, 'assignment',
                gen_random_uuid(), CASE number % 2 WHEN 0 THEN 'new' ELSE 'seen' END,
                \(now) - number * interval '1 second', CASE number % 2 WHEN 1 THEN \(now) END
            FROM generate_series(1, 50) AS number
            JOIN accounts AS actor ON actor.username = 'person' || number
            """,
            """
            INSERT INTO notices (id, user_id, kind, cause, subject_kind, subject, raised_at)
            SELECT gen_random_uuid(), person.id, 'deadlineNear', dare::text, 'assignment', dare,
                \(now)
            FROM generate_series(1, 10) AS number
            JOIN accounts AS person ON person.username = 'person' || number
            CROSS JOIN unnest(\(dares)) AS dare
            """,
            "ANALYZE accounts", "ANALYZE relations", "ANALYZE notices",
        ]
        for statement in statements { try await Database.fresh.run(statement) }
    }

    private static func event(_ person: UserID, by actor: UserID? = nil) -> PeopleTold {
        PeopleTold(
            people: [person],
            kind: .verdict,
            cause: actor == nil ? "another cause" : "an actor's",
            actor: actor,
            subject: .init(AssignmentID()),
            at: now
        )
    }

    private static func liked(_ person: UserID, by actor: UserID) -> PeopleTold {
        PeopleTold(
            people: [person],
            kind: .liked,
            cause: "1",
            actor: actor,
            subject: .init(contest: ChallengeID()),
            at: now,
            likes: MergedLikes(count: 1, newest: [.init(user: actor, at: now)])
        )
    }

    private static func settled(
        _ dare: AssignmentID,
        _ outcome: NoticesSettled.Outcome
    ) -> NoticesSettled {
        NoticesSettled(subject: .init(dare), kinds: [.deadlineNear], outcome: outcome, at: now)
    }
}
