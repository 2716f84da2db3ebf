import Identifiers
import Outbox
import Postgres
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Wire

/// A durable server (`fsync` is on, as in production) dies: what was acknowledged is there
/// afterwards, and so is its undelivered event (2.14-between-services).
struct DurabilityTests {
    @Test func `an acknowledged change and its event survive the server's death`() async throws {
        try await PrivateServer.with { server in
            let database = Database(
                server.url,
                options: .patient { $0.leasedMax = 6 },
                logger: .quiet
            )
            try await database.migrate(Bank.migrations)
            let fsync = try await database.one("SELECT current_setting('fsync')") { row in
                try row.next(String.self)
            }
            #expect(fsync == "on")
            let bank = Bank(database: database)
            let acknowledged = Tally()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let account = UserID()
                        while (try? await bank.count(account)) != nil {
                            acknowledged.add(account)
                        }
                    }
                }
                try await eventually("much is acknowledged to each") {
                    let counts = acknowledged.counts.values
                    return counts.count == 4 && counts.allSatisfy { $0 > 20 }
                }
                try await server.stop(.immediate)
                // Who waits for a connection now would wait for a minute.
                group.cancelAll()
                try await group.waitForAll()
            }
            try await server.start()
            try await eventually("it answers again") {
                (try? await database.eventsLeft()) != nil
            }
            let counts = acknowledged.counts
            #expect(counts.count == 4)
            // No event had been delivered when the server died, because no loop was running.
            let loop = Delivery(of: database, to: [.scoring: bank.listener], logger: .quiet)
            try await running([loop]) {
                try await eventually("everything is delivered") {
                    try await database.eventsLeft() == 0
                }
            }
            for (account, count) in counts {
                let heard = try await database.heard(of: account)
                // The last commit may have succeeded without being acknowledged.
                #expect(heard == Array(1...count) || heard == Array(1...(count + 1)))
            }
            await database.close()
        }
    }
}

/// The number of events received for each account.
private final class Tally: Sendable {
    private let state = Mutex<[UserID: Int64]>([:])

    var counts: [UserID: Int64] { state.withLock { $0 } }

    func add(_ account: UserID) {
        state.withLock { $0[account, default: 0] += 1 }
    }
}
