import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Wire

/// What a caller sees of the database's failures.
@Suite(.freshDatabase(Bank.migrations)) struct PostgresFaultTests {
    @Test func `a wrong statement is a bug, and its words stay inside`() async throws {
        let fault = await fault(of: .fresh) { database in
            _ = try await database.all("SELECT no_such_column FROM accounts") { _ in }
        }
        #expect(fault == WireError.bug.fault)
    }

    @Test func `a statement that runs out of time leaves the outcome open`() async throws {
        let url = try #require(FreshDatabase.current).url
        let options = Database.Options(leasedStatementTimeout: .milliseconds(50))
        let database = Database(url, options: options, logger: .quiet)
        let fault = await fault(of: database) { database in
            _ = try await database.all("SELECT pg_sleep(30)") { _ in }
        }
        await database.close()
        #expect(fault == WireError.expired.fault)
    }

    @Test func `a database that cannot be reached is unavailable`() async throws {
        let database = Database("postgresql://nobody@127.0.0.1:1/none", logger: .quiet)
        let fault = await fault(of: database) { database in
            _ = try await database.all("SELECT 1") { _ in }
        }
        await database.close()
        #expect(fault == WireError.unavailable.fault)
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
