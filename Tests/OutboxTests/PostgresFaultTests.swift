import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Wire

/// What a caller sees of database failures.
@Suite(.freshDatabase(Bank.migrations)) struct PostgresFaultTests {
    @Test func `a wrong statement is a bug, and its message stays inside`() async throws {
        let fault = await fault(of: .fresh) { database in
            _ = try await database.all("SELECT no_such_column FROM accounts") { _ in }
        }
        #expect(fault == WireError.bug.fault)
    }

    @Test func `a statement that times out has no effect, and asks to wait`() async throws {
        let url = try #require(FreshDatabase.current).url
        let options = Database.Options.patient { $0.leasedStatementTimeout = .milliseconds(50) }
        let database = Database(url, options: options, logger: .quiet)
        let fault = await fault(of: database) { database in
            _ = try await database.all("SELECT pg_sleep(30)") { _ in }
        }
        await database.close()
        #expect(fault == Refusal(WireError.unavailable, retryAfterSeconds: 1).fault)
    }

    @Test func `a database that cannot be reached is unavailable, and asks to wait`() async throws {
        let database = Database("postgresql://nobody@127.0.0.1:1/none", logger: .quiet)
        let fault = await fault(of: database) { database in
            _ = try await database.all("SELECT 1") { _ in }
        }
        await database.close()
        #expect(fault == Refusal(WireError.unavailable, retryAfterSeconds: 1).fault)
    }

    @Test func `a client or a server without capacity asks to wait`() async throws {
        let url = try #require(FreshDatabase.current).url
        let options = Database.Options.patient {
            $0.leasedMax = 1
            $0.leaseWait = .milliseconds(20)
        }
        let database = Database(url, options: options, logger: .quiet)
        let wait = Refusal(WireError.unavailable, retryAfterSeconds: 1).fault
        // Connecting may take longer than the wait.
        try await eventually("it is connected") { (try? await database.run("SELECT 1")) != nil }
        try await database.transaction { tx in
            let full = await fault(of: database) { database in
                _ = try await database.all("SELECT 1") { _ in }
            }
            #expect(full == wait)
            try await tx.run("SELECT 1")
        }
        let refused = await fault(of: database) { database in
            try await database.transaction { tx in
                try await tx.run("SET LOCAL temp_file_limit = '64kB'")
                try await tx.run("SET LOCAL work_mem = '64kB'")
                try await tx.run(
                    "SELECT n FROM generate_series(1, 100000) AS n ORDER BY md5(n::text)"
                )
            }
        }
        await database.close()
        #expect(refused == wait)
    }

    @Test func `a full disk asks to wait, and nothing is written`() async throws {
        let database = Database.fresh
        try await database.transaction { tx in
            try await tx.run(
                """
                CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$
                """
            )
            try await tx.run(
                """
                CREATE TRIGGER full_disk BEFORE INSERT ON accounts
                FOR EACH ROW EXECUTE FUNCTION no_room()
                """
            )
        }
        let account = UserID()
        let refused = await fault(of: database) { database in
            _ = try await database.transaction { tx in
                try await tx.run("INSERT INTO accounts VALUES (\(account), 1)")
            }
        }
        #expect(refused == Refusal(WireError.unavailable, retryAfterSeconds: 1).fault)
        let written = try await database.all("SELECT count FROM accounts WHERE id = \(account)") {
            try $0.next(Int.self)
        }
        #expect(written == [])
    }

    private func fault(
        of database: Database,
        _ ask: @escaping @Sendable (Database) async throws -> Void
    ) async -> Fault? {
        let switchboard = Switchboard {
            $0.on { (_: Bank.Deposit, _) -> Bank.Deposit.Reply in
                try await ask(database)
                return Bank.Deposit.Reply(paid: 0, receipt: EventID())
            }
        }
        do throws(Fault) {
            _ = try await switchboard.call(
                Bank.Deposit(account: UserID(), amount: 1),
                in: CallContext()
            )
            return nil
        } catch {
            return error
        }
    }
}
