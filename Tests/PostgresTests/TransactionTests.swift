import Postgres
import TestKit
import Testing

private struct Refused: Error {}

@Suite(.freshDatabase(Accounts.migrations))
struct TransactionTests {
    @Test func `committed changes are visible`() async throws {
        let changed = try await Database.fresh.transaction { tx in
            let all = try await tx.run("UPDATE accounts SET points = points + 1")
            let none = try await tx.run("DELETE FROM accounts WHERE id = \(99)")
            let inside = try await tx.all("SELECT points FROM accounts ORDER BY id", .point) {
                try $0.next(Int.self)
            }
            #expect(inside == [11, 21])
            return [all, none]
        }
        #expect(changed == [2, 0])
        #expect(try await Accounts.points() == [11, 21])
    }

    @Test func `sent statements run in order`() async throws {
        let seen = try await Database.fresh.transaction { tx in
            try tx.enqueue("UPDATE accounts SET points = points + 1 WHERE id = 1")
            try tx.enqueue("UPDATE accounts SET points = points * 2 WHERE id = 1")
            let seen = try await tx.one("SELECT points FROM accounts WHERE id = 1") {
                try $0.next(Int.self)
            }
            try tx.enqueue("UPDATE accounts SET points = points + 1 WHERE id = 1")
            return seen
        }
        #expect(seen == 22)
        #expect(try await Accounts.points() == [23, 20])
    }

    @Test func `the next statement fails with the error of a sent one`() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.transaction { tx in
                try tx.enqueue("UPDATE accounts SET points = -1 WHERE id = 1")
                try await tx.run("UPDATE accounts SET points = 0 WHERE id = 2")
            }
        }
        #expect(error?.constraint == "accounts_points_check")
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `the commit fails with the error of a sent statement`() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.transaction { tx in
                try await tx.run("UPDATE accounts SET points = 0 WHERE id = 2")
                try tx.enqueue("UPDATE accounts SET points = -1 WHERE id = 1")
            }
        }
        #expect(error?.constraint == "accounts_points_check")
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `a transaction that is over refuses to send statements`() async throws {
        let tx = try await Database.fresh.transaction { tx in
            try tx.enqueue("UPDATE accounts SET points = points + 1")
            return tx
        }
        #expect(throws: PostgresError.self) { try tx.enqueue("UPDATE accounts SET points = 0") }
        #expect(try await Accounts.points() == [11, 21])
    }

    @Test func `an error of the body rolls everything back and is rethrown`() async throws {
        await #expect(throws: Refused.self) {
            try await Database.fresh.transaction { tx in
                try await tx.run("UPDATE accounts SET points = 0")
                throw Refused()
            }
        }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `a violated constraint is named`() async throws {
        let database = Database.fresh
        let twice = await #expect(throws: PostgresError.self) {
            try await database.transaction {
                try await $0.run("INSERT INTO accounts VALUES (1, 1)")
            }
        }
        #expect(twice?.constraint == "accounts_pkey")
        #expect(twice?.sqlState == "23505")
        #expect(twice?.knowledge == .bug)
        let negative = await #expect(throws: PostgresError.self) {
            try await database.transaction { try await $0.run("UPDATE accounts SET points = -1") }
        }
        #expect(negative?.constraint == "accounts_points_check")
        #expect(negative?.sqlState == "23514")
    }

    @Test func `a constraint violated at the commit is named, and nothing changes`() async throws {
        let runs = Count()
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.transaction { tx in
                tx.afterCommit { runs.add() }
                try await tx.run("INSERT INTO accounts VALUES (3, 3, 99)")
            }
        }
        #expect(error?.constraint == "accounts_friend_fkey")
        #expect(error?.sqlState == "23503")
        #expect(try await Accounts.points() == [10, 20])
        #expect(runs.value == 0)
    }

    @Test func `a swallowed error fails the commit`() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.transaction { tx in
                try await tx.run("UPDATE accounts SET points = 0 WHERE id = 1")
                _ = try? await tx.run("INSERT INTO accounts VALUES (1, 1)")
            }
        }
        #expect(error?.constraint == "accounts_pkey")
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `an empty transaction sends nothing`() async throws {
        let number = try await Database.fresh.transaction { _ in 7 }
        #expect(number == 7)
    }

    @Test func `actions after the commit run once`() async throws {
        let database = Database.fresh
        let runs = Count()
        let attempts = Count()
        try await database.transaction { tx in
            tx.afterCommit { runs.add() }
            try await tx.run("UPDATE accounts SET points = 7")
            let attempt = attempts.add()
            #expect(runs.value == 0)
            if attempt == 1 { try await raise("40001", in: tx) }
        }
        #expect(attempts.value == 2)
        #expect(runs.value == 1)
        #expect(try await Accounts.points() == [7, 7])
    }

    @Test func `a transaction that is over refuses statements`() async throws {
        let database = Database.fresh
        let escaped = try await database.transaction { tx in
            try await tx.run("UPDATE accounts SET points = 7")
            return tx
        }
        let error = await #expect(throws: PostgresError.self) {
            try await escaped.run("UPDATE accounts SET points = 8")
        }
        #expect(error?.knowledge == .bug)
        #expect(try await Accounts.points() == [7, 7])
    }

    @Test func `a transaction that has written commits even if its task is cancelled`() async throws
    {
        let database = Database.fresh
        let runs = Count()
        let change = Task {
            try await database.transaction { tx in
                tx.afterCommit { runs.add() }
                try await tx.run("UPDATE accounts SET points = 7 WHERE id = 1")
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await tx.run("UPDATE accounts SET points = 8 WHERE id = 2")
            }
        }
        #expect(try await change.value == 1)
        #expect(change.isCancelled)
        #expect(runs.value == 1)
        #expect(try await Accounts.points() == [7, 8])
    }

    @Test func `a transaction cancelled during a statement commits`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let change = try await backends.holding {
                let change = Task {
                    try await database.transaction { tx in
                        try await tx.run("UPDATE accounts SET points = 7")
                        try await tx.run("SELECT pg_advisory_xact_lock_shared(7), 'running'")
                        return try await tx.run("UPDATE accounts SET points = 8 WHERE id = 2")
                    }
                }
                try await backends.running("%running%")
                change.cancel()
                return change
            }
            #expect(try await change.value == 1)
        }
        #expect(try await Accounts.points() == [7, 8])
    }

    @Test func `a transaction cancelled before it begins does nothing`() async throws {
        let database = Database.fresh
        let change = Task {
            try await database.transaction { tx in
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await tx.run("UPDATE accounts SET points = 0")
            }
        }
        await #expect(throws: CancellationError.self) { try await change.value }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `a transaction cancelled while it waits for a connection does nothing`()
        async throws
    {
        let database = Database.fresh
        let gate = Gate()
        let holders = (0..<3).map { _ in
            Task {
                try await database.transaction { tx in
                    try await tx.run("SELECT 1")
                    await gate.pass()
                }
            }
        }
        try await eventually("all connections are in use") { gate.arrivals == 3 }
        let began = Count()
        let change = Task {
            try await database.transaction { tx in
                began.add()
                try await tx.run("UPDATE accounts SET points = 0")
            }
        }
        change.cancel()
        await #expect(throws: CancellationError.self) { try await change.value }
        #expect(began.value == 0)
        gate.open()
        for holder in holders { try await holder.value }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `concurrent statements run in one transaction`() async throws {
        try await Database.fresh.transaction { tx in
            async let first = tx.run("UPDATE accounts SET points = 1 WHERE id = 1")
            async let second = tx.run("UPDATE accounts SET points = 2 WHERE id = 2")
            #expect(try await [first, second] == [1, 1])
            let ids = try await tx.one("SELECT count(DISTINCT xmin::text) FROM accounts") {
                try $0.next(Int.self)
            }
            #expect(ids == 1)
        }
        #expect(try await Accounts.points() == [1, 2])
    }
}

/// Fails as the server would with this SQLSTATE.
func raise(_ sqlState: StaticString, in tx: Transaction) async throws {
    try await tx.run("SELECT set_config('test.state', \(sqlState.description), true)")
    try await tx.run(
        """
        DO $$ BEGIN
            RAISE EXCEPTION 'as the test wants' USING ERRCODE = current_setting('test.state');
        END $$
        """
    )
}
