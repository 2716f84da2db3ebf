import Identifiers
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

/// Slow: stores 100,000 people.
@Suite(.freshDatabase(Identity.migrations)) struct SearchPlansTests {
    @Test func `a search reads few of 100,000 people, however many it finds`() async throws {
        try await fill()
        for (text, found) in [("ana", 21), ("mar", 7), ("zoe", 5), ("user1", 21), ("nobody", 0)] {
            for username in ["", "user5"] {
                let log = StatementLog(.fresh)
                let people = try await log.people(
                    beginning: SearchPrefix(text),
                    except: UserID(),
                    after: username,
                    limit: 21
                )
                if username.isEmpty { #expect(people.items.count == found, "\(text)") }
                let plan = try await Database.fresh.plan(of: #require(log.statements.first))
                let steps = plan.all.filter { $0.table == "accounts" }
                #expect(!steps.contains { $0.type == "Seq Scan" }, "\(text):\n\(plan)")
                #expect(steps.reduce(0) { $0 + $1.read } <= 1_500, "\(text):\n\(plan)")
            }
        }
    }

    @Test func `of 100,000 people the 200 most similar ones are read`() async throws {
        try await fill()
        for (text, found) in [("annna", 20), ("marie", 20), ("zooe", 5), ("usser1", 20), ("%", 0)] {
            let (people, reads) = try await Database.fresh.transaction { tx in
                let before = try await tx.accountsRead()
                let people = try await tx.people(
                    similarTo: SearchPrefix(text),
                    except: UserID(),
                    limit: 20
                )
                return (people, try await tx.accountsRead() - before)
            }
            #expect(people.count == found, "\(text)")
            // Each is read in its index, and then by its id.
            #expect(reads <= 3 * 2 * 200, "\(text)")
        }
    }

    /// Stores people: half of them Ana, one in a hundred Mary, one in 20,000 Zoe.
    private func fill() async throws {
        // In parts: five indexes of similar names take long on a busy machine.
        let part = 10_000
        for start in stride(from: 0, to: 100_000, by: part) {
            try await Database.fresh.run(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, full_name_search, last_name_search, password_hash,
                    time_zone, created_at)
                SELECT gen_random_uuid(), 'user' || n, initcap(name), '', name, '', name, '', 'x',
                    'UTC', now()
                FROM generate_series(\(start), \(start + part - 1)) AS n
                CROSS JOIN LATERAL (SELECT CASE WHEN n % 20000 = 7 THEN 'zoe'
                    WHEN n % 100 = 3 THEN 'mary' WHEN n % 2 = 0 THEN 'ana' ELSE 'bo' END) AS named(name)
                """
            )
        }
        try await Database.fresh.run("ANALYZE accounts")
    }
}

extension Transaction {
    /// How many rows of accounts this transaction found.
    fileprivate func accountsRead() async throws -> Int {
        try await one(
            """
            SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read
            FROM pg_stat_xact_user_tables WHERE relname = 'accounts'
            """
        ) { row in try row.next() }
    }
}
