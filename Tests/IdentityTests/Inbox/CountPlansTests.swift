import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values

@testable import Identity

/// The counts of an inbox of 10,000 notices read a hundred of each kind, and no actor where none
/// can be hidden, or else each once, among 100,000 friendships of others, and whether or not the
/// server knows how many there are.
@Suite(.freshDatabase(Identity.migrations)) struct CountPlansTests {
    private static let now = Instant(microseconds: 1_800_000_000_000_000)
    private static let actors = 20
    private static let full = NoticeCounts(
        new: 100,
        toJudge: 100,
        friendRequests: 100,
        dueSoon: 100
    )

    @Test(arguments: [false, true], [false, true])
    func `no actor is looked up while everyone is active, and there is no block`(
        isAnalyzed: Bool,
        hasInboxAlone: Bool
    ) async throws {
        let (ana, bo) = (UserID(), UserID())
        try await fill(ana, bo, hasInboxAlone: hasInboxAlone, isAnalyzed: isAnalyzed)
        let log = StatementLog(.fresh)
        #expect(try await log.noticeCounts(of: ana, at: Self.now) == Self.full)
        #expect(log.statements.count == 1)
        try await expect(
            #require(log.statements.first),
            ["notices": 400, "accounts": 0, "relations": 0]
        )
        // Who has few notices does not pay for those of others.
        let few = StatementLog(.fresh)
        #expect(try await few.noticeCounts(of: bo, at: Self.now).new == 3)
        #expect(few.statements.count == 1)
        try await expect(
            #require(few.statements.first),
            ["notices": 12, "accounts": 0, "relations": 0]
        )
    }

    @Test(arguments: [false, true], [false, true])
    func `each actor is looked up once while someone is not active`(
        isAnalyzed: Bool,
        hasInboxAlone: Bool
    ) async throws {
        let (ana, bo) = (UserID(), UserID())
        try await fill(ana, bo, hasInboxAlone: hasInboxAlone, isAnalyzed: isAnalyzed)
        try await Database.fresh.run(
            "UPDATE accounts SET standing = 'suspended' WHERE username = 'user19999'"
        )
        let log = StatementLog(.fresh)
        #expect(try await log.noticeCounts(of: ana, at: Self.now) == Self.full)
        #expect(log.statements.count == 2)
        try await expect(
            #require(log.statements.first),
            ["notices": 400, "accounts": 1, "relations": 0]
        )
        try await expect(
            #require(log.statements.last),
            ["notices": 400, "accounts": Self.actors, "relations": Self.actors]
        )
    }

    @Test(arguments: [false, true])
    func `behind a block a thousand of each kind are read at most`(isAnalyzed: Bool) async throws {
        let (ana, bo) = (UserID(), UserID())
        try await fill(ana, bo, hasInboxAlone: true, isAnalyzed: isAnalyzed)
        try await Database.fresh.run(
            """
            INSERT INTO relations (one, other, relation, version)
            SELECT least(\(ana), id), greatest(\(ana), id), 'blocked', 1 FROM accounts
            WHERE username IN ('user1', 'user2')
            """
        )
        let log = StatementLog(.fresh)
        #expect(try await log.noticeCounts(of: ana, at: Self.now) == Self.full)
        #expect(log.statements.count == 3)
        try await expect(
            #require(log.statements.last),
            ["notices": 4_000, "accounts": 4_000, "relations": 4_000]
        )
    }

    /// Expects that a statement reads no more rows of each table.
    private func expect(_ statement: SQL, _ most: [String: Int]) async throws {
        let plan = try await Database.fresh.plan(of: statement)
        for (table, rows) in most {
            let read = plan.all.filter { $0.table == table }.reduce(0) { $0 + $1.read }
            #expect(read <= Double(rows), "\(table):\n\(plan)")
        }
    }

    /// Stores 20,000 people with 100,000 friendships; 1,000 friends and 10,000 notices of one more
    /// person, by a few of them in turn; three of another one; and, unless the first has an inbox
    /// alone, as many of all.
    private func fill(
        _ user: UserID,
        _ other: UserID,
        hasInboxAlone: Bool,
        isAnalyzed: Bool
    ) async throws {
        let statements: [SQL] = [
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT gen_random_uuid(), 'user' || number, 'Ana', '', 'ana', '', 'x', 'UTC', now()
            FROM generate_series(0, 19999) AS number
            UNION ALL
            SELECT id, username, 'Ana', '', 'ana', '', 'x', 'UTC', now()
            FROM unnest(\([user, other]), \(["ana", "bob"])) AS known(id, username)
            """,
            """
            INSERT INTO relations (one, other, relation, version)
            SELECT least(person.id, friend.id), greatest(person.id, friend.id), 'friends', 1
            FROM generate_series(0, 19999) AS number CROSS JOIN generate_series(1, 5) AS step
            JOIN accounts AS person ON person.username = 'user' || number
            JOIN accounts AS friend ON friend.username = 'user' || (number + step) % 20000
            """,
            """
            INSERT INTO relations (one, other, relation, version)
            SELECT least(\(user), id), greatest(\(user), id), 'friends', 1
            FROM accounts WHERE username LIKE 'user19___'
            """,
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, raised_at)
            SELECT gen_random_uuid(), CASE WHEN number <= 3 THEN \(other) ELSE \(user) END,
                CASE number % 3 WHEN 0 THEN 'reviewNeeded' WHEN 1 THEN 'friendRequest'
                    ELSE 'deadlineNear' END,
                number::text, actor.id, 'assignment', gen_random_uuid(),
                \(Self.now) - number * interval '1 second'
            FROM generate_series(1, 10003) AS number
            JOIN accounts AS actor ON actor.username = 'user' || number % \(Self.actors)
            """,
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, raised_at)
            SELECT gen_random_uuid(), person.id, 'reviewNeeded', 'one', person.id, 'assignment',
                gen_random_uuid(), \(Self.now)
            FROM accounts AS person WHERE NOT \(hasInboxAlone) AND username LIKE 'user%'
            """,
        ]
        for statement in statements { try await Database.fresh.run(statement) }
        guard isAnalyzed else { return }
        for table: SQL in ["ANALYZE accounts", "ANALYZE relations", "ANALYZE notices"] {
            try await Database.fresh.run(table)
        }
    }
}
