import Synchronization
import TestBasics
import TestKit
import Testing

struct SemaphoreTests {
    private final class Order: Sendable {
        private let state = Mutex<[Int]>([])

        var numbers: [Int] { state.withLock { $0 } }

        func append(_ number: Int) {
            state.withLock { $0.append(number) }
        }
    }

    @Test func `no more permits are taken than exist`() async throws {
        let places = Semaphore(3)
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { try await places.with { await gate.pass() } }
            }
            try await eventually("three are in, seven wait") {
                places.waiting == 7 && gate.arrivals == 3
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.arrivals == 10)
        #expect(places.waiting == 0)
    }

    @Test func `waiters are served in order`() async throws {
        let places = Semaphore(1)
        let order = Order()
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            group.addTask { try await places.with { await gate.pass() } }
            try await eventually("the permit is taken") { gate.arrivals == 1 }
            for number in 1...5 {
                group.addTask { try await places.with { order.append(number) } }
                try await eventually("the next one waits") { places.waiting == number }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.numbers == [1, 2, 3, 4, 5])
    }

    @Test func `a cancelled waiter stops waiting and takes no permit`() async throws {
        let places = Semaphore(1)
        let gate = Gate()
        let holder = Task { try await places.with { await gate.pass() } }
        try await eventually("the permit is taken") { gate.arrivals == 1 }
        let waiting = (0..<10).map { _ in
            Task { try await places.with { Issue.record("there was no permit") } }
        }
        try await eventually("all wait") { places.waiting == 10 }
        for task in waiting { task.cancel() }
        for task in waiting {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(places.waiting == 0)
        gate.open()
        try await holder.value
        #expect(try await places.with { 7 } == 7)
    }

    @Test func `a body that throws returns its permit`() async throws {
        struct Broken: Error {}
        let places = Semaphore(1)
        await #expect(throws: Broken.self) { try await places.with { throw Broken() } }
        #expect(try await places.with { 7 } == 7)
    }
}
