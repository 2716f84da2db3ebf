import Postgres
import Synchronization
import TestKit
import Testing

private struct Refused: Error {}

/// Statements of a transaction that are sent as one message.
@Suite(.freshDatabase(Accounts.migrations))
struct TogetherTests {
    /// Gives every transaction the same connection.
    private func withOne(_ body: (Database) async throws -> Void) async throws {
        let database = Database(
            try #require(FreshDatabase.current?.url),
            options: .patient { $0.leasedMax = 1 },
            logger: TestServer.quiet
        )
        try await body(database)
        try await database.verifyIdle()
        await database.close()
    }

    @Test func `a single statement is a transaction`() async throws {
        try await withOne { database in
            // Twice, because the second time nothing is prepared, and all of it is one message.
            for points in [3, 4] {
                let changed = try await database.run("UPDATE accounts SET points = \(points)")
                #expect(changed == 2)
                #expect(try await Accounts.points() == [points, points])
            }
            #expect(try await database.run("DELETE FROM accounts WHERE id = \(99)") == 0)
        }
    }

    @Test func `a single statement that fails has no effect`() async throws {
        try await withOne { database in
            let process = try await database.process()
            for _ in 0..<3 {
                let error = await #expect(throws: PostgresError.self) {
                    try await database.run("UPDATE accounts SET points = \(-1)")
                }
                #expect(error?.constraint == "accounts_points_check")
                #expect(error?.knowledge == .bug)
                try await database.run("UPDATE accounts SET points = points + \(1)")
            }
            #expect(try await database.process() == process)
        }
        #expect(try await Accounts.points() == [13, 23])
    }

    @Test func `a constraint violated at the commit of a single statement is named`() async throws {
        try await withOne { database in
            for id in [3, 4] {
                let error = await #expect(throws: PostgresError.self) {
                    try await database.run("INSERT INTO accounts VALUES (\(id), 3, 99)")
                }
                #expect(error?.constraint == "accounts_friend_fkey")
            }
        }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `a single statement that conflicts with another transaction is retried`()
        async throws
    {
        try await Database.fresh.transaction { tx in
            try await tx.run("CREATE SEQUENCE tries")
            try await tx.run(
                """
                CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('tries') % 3 <> 0 THEN
                        RAISE EXCEPTION 'as the test wants' USING ERRCODE = '40001';
                    END IF;
                    RETURN NEW;
                END $$
                """
            )
            try await tx.run(
                """
                CREATE TRIGGER stumble BEFORE UPDATE ON accounts FOR EACH ROW
                EXECUTE FUNCTION stumble()
                """
            )
        }
        try await withOne { database in
            for _ in 0..<2 {
                let changed = try await database.run(
                    "UPDATE accounts SET points = points + 1 WHERE id = 1"
                )
                #expect(changed == 1)
            }
        }
        #expect(try await Accounts.points() == [12, 20])
    }

    @Test func `a cancelled single statement does nothing`() async throws {
        let database = Database.fresh
        let change = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await database.run("UPDATE accounts SET points = 0")
        }
        await #expect(throws: CancellationError.self) { try await change.value }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `queued statements are sent with the next one, in order`() async throws {
        try await withOne { database in
            for _ in 0..<2 {
                try await database.transaction { tx in
                    let before = try tx.deferred("SELECT points FROM accounts WHERE id = 1") {
                        try $0.next(Int.self)
                    }
                    let changed = try tx.deferred("UPDATE accounts SET points = 5 WHERE id = 1")
                    let after = try await tx.one("SELECT points FROM accounts WHERE id = 1") {
                        try $0.next(Int.self)
                    }
                    #expect(try await before.value == [10])
                    #expect(try await changed.value == 1)
                    #expect(after == 5)
                    try tx.enqueue("UPDATE accounts SET points = 10 WHERE id = 1")
                }
            }
        }
    }

    @Test func `awaiting a deferred value sends it, it is readable after the commit`()
        async throws
    {
        let (first, last) = try await Database.fresh.transaction { tx in
            let first = try tx.deferred("UPDATE accounts SET points = 1").map { $0 * 10 }
            #expect(try await first.value == 20)
            return (first, try tx.deferred("DELETE FROM accounts WHERE id = 1"))
        }
        #expect(try await first.value == 20)
        #expect(try await last.value == 1)
        #expect(try await Accounts.points() == [1])
    }

    @Test func `a deferred value rolled back before it was sent never arrives`() async throws {
        let asked = Mutex<Deferred<Int>?>(nil)
        await #expect(throws: Refused.self) {
            try await Database.fresh.transaction { tx in
                let coming = try tx.deferred("UPDATE accounts SET points = 1")
                asked.withLock { $0 = coming }
                throw Refused()
            }
        }
        let coming = try #require(asked.withLock { $0 })
        await #expect(throws: CancellationError.self) { try await coming.value }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `statements sent with one that fails fail with its error`() async throws {
        try await withOne { database in
            try await failing(in: database) { tx in
                try tx.enqueue("UPDATE accounts SET points = points + 1")
                try tx.enqueue("UPDATE accounts SET points = -1")
                let asked = try tx.deferred("SELECT id FROM accounts") { try $0.next(Int.self) }
                do {
                    try await tx.run("DELETE FROM accounts")
                    Issue.record("a statement sent behind a failure succeeded")
                } catch let error as PostgresError {
                    #expect(error.constraint == "accounts_points_check")
                }
                _ = try await asked.value
            } as: { error in
                #expect(error.constraint == "accounts_points_check")
            }
        }
        #expect(try await Accounts.points() == [10, 20])
    }

    @Test func `a text that does not parse fails only what is sent with it`() async throws {
        try await withOne { database in
            try await failing(in: database) { tx in
                try tx.enqueue("UPDATE accounts SET points = 0")
                try tx.enqueue("UPDATE accounts SET nothing = 0")
            } as: { error in
                #expect(error.sqlState == "42703")
            }
            #expect(try await database.run("UPDATE accounts SET points = 3 WHERE id = 1") == 1)
        }
        #expect(try await Accounts.points() == [3, 20])
    }

    /// Runs a transaction that fails, and again when its statements are prepared on the connection,
    /// which stays in use.
    private func failing(
        in database: Database,
        _ body: @Sendable (Transaction) async throws -> Void,
        as check: (PostgresError) -> Void
    ) async throws {
        let process = try await database.process()
        for _ in 0..<2 {
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction(body)
            }
            check(try #require(error))
        }
        #expect(try await database.process() == process)
    }

    @Test func `more statements than fit in one message run in order`() async throws {
        try await Database.fresh.transaction { tx in
            for number in 1...100 {
                try tx.enqueue("UPDATE accounts SET points = points * 2 + \(number) WHERE id = 1")
                try tx.enqueue("UPDATE accounts SET points = points % 1000 WHERE id = 1")
            }
        }
        let expected = (1...100).reduce(10) { ($0 * 2 + $1) % 1_000 }
        #expect(try await Accounts.points() == [expected, 20])
    }
}
