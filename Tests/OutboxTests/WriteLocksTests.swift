import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Wire

/// A user's writes wait for each other before they have a connection.
@Suite(.freshDatabase(Bank.migrations)) struct WriteLocksTests {
    @Test func `of a user's writes at once two have a connection, and others' do not wait`()
        async throws
    {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient { $0.leasedMax = 4 },
            logger: TestServer.quiet
        )
        let (ana, bo) = (UserID(), UserID())
        let gate = Gate()
        let write = { @Sendable (user: UserID?, gate: Gate?) in
            let context = CallContext(user: user)
            let call = Bank.Deposit(account: UserID(), amount: 5)
            _ = try await database.once(call, in: context) { tx in
                try await tx.run("SELECT 1")
                await gate?.pass()
                return Bank.Deposit.Reply(paid: 5, receipt: EventID())
            }
        }
        let writes = (0..<20).map { _ in Task { try await write(ana, gate) } }
        try await eventually("eighteen wait") { database.localLocks.waitingCount == 18 }
        try await eventually("two have a connection") { gate.arrivals == 2 }
        try await write(bo, nil)
        try await write(nil, nil)
        #expect(gate.arrivals == 2)
        gate.open()
        for task in writes { try await task.value }
        #expect(database.localLocks.waitingCount == 0)
        await database.close()
    }
}
