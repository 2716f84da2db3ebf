import Synchronization
import TestKit
import Testing

@testable import Postgres

/// How many statements of a `BatchLoader` are under way at once.
struct GatheredPatienceTests {
    private let gate = Gate()

    /// A clock that tests move.
    private final class Moment: Sendable {
        private let value = Atomic<UInt64>(0)

        var now: UInt64 { value.load(ordering: .relaxed) }

        func set(_ nanoseconds: UInt64) {
            value.store(nanoseconds, ordering: .relaxed)
        }
    }

    private let moment = Moment()

    private func names() -> BatchLoader<Int, String> {
        BatchLoader(keysMax: 100, now: { [moment] in moment.now }) {
            [gate] keys in
            await gate.pass()
            return Dictionary(uniqueKeysWithValues: keys.map { ($0, "\($0) of \(keys.count)") })
        }
    }

    @Test func `a batch of more than 20 milliseconds does not block the next`() async throws {
        let gathered = names()
        let first = Task { try await gathered.value(for: 0) }
        try await eventually("it is under way") { gate.arrivals == 1 }
        moment.set(19_999_999)
        let second = Task { try await gathered.value(for: 1) }
        try await eventually("it waits") { gathered.waiting == 1 }
        #expect(gate.arrivals == 1)
        moment.set(20_000_000)
        try await eventually("it is sent, though no other came") { gate.arrivals == 2 }
        gate.open()
        #expect(try await first.value == "0 of 1")
        #expect(try await second.value == "1 of 1")
    }

    @Test func `at most four slow batches are under way`() async throws {
        let gathered = names()
        var reads: [Task<String?, any Error>] = []
        for key in 0..<4 {
            moment.set(UInt64(key) * 20_000_000)
            reads.append(Task { try await gathered.value(for: key) })
            try await eventually("it is under way") { gate.arrivals == key + 1 }
        }
        moment.set(1_000_000_000)
        reads.append(Task { try await gathered.value(for: 4) })
        try await eventually("it waits") { gathered.waiting == 1 }
        #expect(gate.arrivals == 4)
        gate.open()
        for (key, read) in reads.enumerated() { #expect(try await read.value == "\(key) of 1") }
    }
}
