import Logging
import Outbox
import ServiceLifecycle
import Synchronization
import TestKit
import Testing

/// Repeats the same work until the service stops.
struct PeriodicTaskTests {
    @Test
    func `rounds continue with work, without work, and after a failure`() async throws {
        struct Failure: Error {}
        let count = Mutex(0)
        let log = CapturedLog(from: .warning)
        let rounds = PeriodicTask(
            every: .milliseconds(1),
            rest: .milliseconds(4),
            complaint: "It did not work.",
            logger: log.logger
        ) {
            let round = count.withLock { count in
                count += 1
                return count
            }
            guard round % 5 != 0 else { throw Failure() }
            return round % 3
        }
        try await running([rounds]) {
            try await eventually("rounds continue") { count.withLock { $0 } > 20 }
        }
        #expect(log.messages.first?.contains("It did not work.") == true)
    }

    @Test func `shutdown ends a long pause`() async throws {
        let begun = Gate()
        let rounds = PeriodicTask(every: .seconds(100_000), complaint: "It did not work.") {
            begun.open()
            return 1
        }
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: rounds, successTerminationBehavior: .gracefullyShutdownGroup)
                ],
                logger: .quiet
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await begun.pass()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
