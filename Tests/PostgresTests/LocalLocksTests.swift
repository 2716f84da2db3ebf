import FoundationEssentials
import Metrics
import MetricsTestKit
import TestKit
import Testing

@testable import Postgres

/// Tasks that wait for their turn before they have a connection.
struct LocalLocksTests {
    private let metrics = TestMetrics()
    private static let id = UUID()

    private func turns(waitMax: Duration = .seconds(60)) -> LocalLocks {
        LocalLocks(waitMax: waitMax, DatabaseMetrics(metrics))
    }

    private static func alone(_ kind: String = "thing") -> LocalLock { LocalLock(kind, id, .alone) }

    @Test func `tasks have their turn in the order in which they came`() async throws {
        let (turns, gate) = (turns(), Gate())
        let order = Count()
        let first = Task { try await turns.withLocks([Self.alone()]) { await gate.pass() } }
        try await eventually("it is held") { gate.arrivals == 1 }
        var others: [Task<Int, any Error>] = []
        for number in 1...20 {
            others.append(Task { try await turns.withLocks([Self.alone()]) { order.add() } })
            try await eventually("one more waits") { turns.waitingCount == number }
        }
        gate.open()
        try await first.value
        var places: [Int] = []
        for task in others { places.append(try await task.value) }
        #expect(places == Array(1...20))
        #expect(turns.keysCount == 0)
    }

    @Test func `things of another kind, or with another id, are free`() async throws {
        let turns = turns()
        try await turns.withLocks([Self.alone()]) {
            try await turns.withLocks([Self.alone("another")]) {}
            try await turns.withLocks([LocalLock("thing", UUID(), .alone)]) {}
        }
        #expect(turns.keysCount == 0)
    }

    @Test func `a cancelled task stops waiting, and those behind it go on`() async throws {
        let (turns, gate) = (turns(), Gate())
        let together = LocalLock("thing", Self.id, .together(atMost: 2))
        let first = Task { try await turns.withLocks([together]) { await gate.pass() } }
        try await eventually("it is held") { gate.arrivals == 1 }
        let cancelled = Task { try await turns.withLocks([Self.alone()]) {} }
        try await eventually("one waits") { turns.waitingCount == 1 }
        let behind = Task { try await turns.withLocks([together]) { await gate.pass() } }
        try await eventually("two wait") { turns.waitingCount == 2 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        try await eventually("it is held together") { gate.arrivals == 2 }
        gate.open()
        try await first.value
        try await behind.value
    }

    @Test func `a turn that does not come in time is refused as overload, and counted`()
        async throws
    {
        let turns = turns(waitMax: .milliseconds(50))
        try await turns.withLocks([Self.alone()]) {
            let error = await #expect(throws: PostgresError.self) {
                try await turns.withLocks([Self.alone()]) {}
            }
            #expect(error?.isOverload == true)
            #expect(error?.knowledge == .unavailable)
        }
        try await turns.withLocks([Self.alone()]) {}
        let refused = try metrics.expectCounter("gauntlet_database_leases_refused_total")
        #expect(refused.totalValue == 1)
        let waiting = try metrics.expectMeter("gauntlet_database_leases_waiting")
        #expect(waiting.lastValue == 0)
    }

    @Test func `what was held is given back when a later turn does not come`() async throws {
        let turns = turns(waitMax: .milliseconds(50))
        try await turns.withLocks([Self.alone("second")]) {
            await #expect(throws: PostgresError.self) {
                try await turns.withLocks([Self.alone("first"), Self.alone("second")]) {}
            }
            try await turns.withLocks([Self.alone("first")]) {}
        }
        #expect(turns.keysCount == 0)
    }

    @Test func `an error of what is done gives the turn back`() async throws {
        struct Refused: Error {}
        let turns = turns()
        await #expect(throws: Refused.self) {
            try await turns.withLocks([Self.alone()]) { throw Refused() }
        }
        #expect(turns.keysCount == 0)
    }

    @Test func `a thousand tasks that come and go leave nothing behind`() async throws {
        let turns = turns()
        let (inside, most) = (Count(), Count())
        await withTaskGroup { group in
            for number in 0..<1_000 {
                let task = Task {
                    let mode: LocalLock.Mode =
                        number.isMultiple(of: 3) ? .alone : .together(atMost: 4)
                    try await turns.withLocks([LocalLock("thing", Self.id, mode)]) {
                        if inside.add() > 4 { most.add() }
                        await Task.yield()
                        inside.add(-1)
                    }
                }
                if number.isMultiple(of: 7) { task.cancel() }
                group.addTask { _ = try? await task.value }
            }
        }
        #expect(most.value == 0)
        #expect(turns.waitingCount == 0)
        #expect(turns.keysCount == 0)
    }
}
