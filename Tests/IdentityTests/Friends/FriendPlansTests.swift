import Identifiers
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

/// A page of friends reads the friends, however many people there are, and whether or not the
/// server knows how many.
@Suite(.freshDatabase(Identity.migrations)) struct FriendPlansTests {
    private static let friends = 20

    @Test(arguments: [(friends + 1, false), (friends + 1, true), (2_000, false), (2_000, true)])
    func `each friend is read once`(people: Int, isAnalyzed: Bool) async throws {
        let me = try await fill(people, isAnalyzed: isAnalyzed)
        let log = StatementLog(.fresh)
        let page = FriendsPage(user: me, name: "", username: "", limit: 100)
        #expect(try await log.friends([page])[page]?.count == Self.friends)
        let statement = try #require(log.statements.first)
        let plan = try await Database.fresh.plan(of: statement)
        for table in ["accounts", "relations"] {
            let steps = plan.all.filter { $0.table == table }
            let read = steps.reduce(0) { $0 + $1.read }
            #expect(read == Double(Self.friends), "\(table):\n\(plan)")
        }
    }

    @Test(arguments: [false, true])
    func `of a thousand friends a page reads its own`(isAnalyzed: Bool) async throws {
        let me = try await fill(1_500, isAnalyzed: false)
        try await befriendEverybody(me, isAnalyzed: isAnalyzed)
        let log = StatementLog(.fresh)
        let first = FriendsPage(user: me, name: "", username: "", limit: 21)
        let last = try #require(await log.friends([first])[first]?.last)
        let next = FriendsPage(
            user: me,
            name: last.fullNameFolded,
            username: last.person.username,
            limit: 21
        )
        #expect(try await log.friends([next])[next]?.count == 21)
        #expect(log.statements.count == 2)
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            for table in ["accounts", "relations"] {
                let steps = plan.all.filter { $0.table == table }
                let read = steps.reduce(0) { $0 + $1.read }
                // The friends who come first in their pairs and the others are two parts.
                #expect((21...42).contains(read), "\(table):\n\(plan)")
            }
        }
    }

    /// Makes a person a friend of all others, but for a few.
    private func befriendEverybody(_ me: UserID, isAnalyzed: Bool) async throws {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO relations (one, other, relation, version)
                SELECT least(id, \(me)), greatest(id, \(me)),
                    CASE WHEN username LIKE '%9' THEN 'none' ELSE 'friends' END, 1
                FROM accounts WHERE id <> \(me) ON CONFLICT DO NOTHING
                """
            )
            if isAnalyzed { _ = try await tx.run("ANALYZE accounts, relations") }
        }
    }

    /// Stores people of whom each of the first is a friend of all others of them; one of these.
    private func fill(_ people: Int, isAnalyzed: Bool) async throws -> UserID {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, password_hash, time_zone, created_at)
                SELECT gen_random_uuid(), 'user' || number, 'Ana', '', 'ana', '', 'x', 'UTC', now()
                FROM generate_series(0, \(people - 1)) AS number
                """
            )
            _ = try await tx.run(
                """
                WITH friends AS (SELECT id FROM accounts ORDER BY created_at, length(username),
                    username LIMIT \(Self.friends + 1))
                INSERT INTO relations (one, other, relation, version)
                SELECT friends.id, other.id, 'friends', 1
                FROM friends JOIN friends AS other ON friends.id < other.id
                """
            )
            if isAnalyzed { _ = try await tx.run("ANALYZE accounts, relations") }
        }
        let all = try await Database.fresh.all(
            "SELECT id FROM accounts WHERE username = 'user7'"
        ) { row in try row.next(UserID.self) }
        return try #require(all.first)
    }
}
