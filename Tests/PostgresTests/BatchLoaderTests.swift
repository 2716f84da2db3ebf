import Synchronization
import TestKit
import Testing

@testable import Postgres

/// Records the keys of each statement of a `BatchLoader`.
private final class Statements: Sendable {
    private let asked = Mutex<[[Int]]>([])

    var all: [[Int]] { asked.withLock { $0 } }

    func note(_ keys: [Int]) {
        asked.withLock { $0.append(keys.sorted()) }
    }
}

private struct Broken: Error, Equatable {
    let number: Int
}

/// Runs jobs one after the other, in the order in which they are ready, when a test says so: like
/// an event loop.
private final class Turns: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

struct BatchLoaderTests {
    private let statements = Statements()
    private let gate = Gate()

    /// Squares of the keys up to 1,000; no statement returns before the gate is open.
    private func squares(keysMax: Int = 100, waitingMax: Int = 100) -> BatchLoader<Int, Int> {
        BatchLoader(
            keysMax: keysMax,
            waitingMax: waitingMax,
            now: { 0 }
        ) { [statements, gate] keys in
            statements.note(keys)
            await gate.pass()
            return Self.squares(of: keys)
        }
    }

    private static func squares(of keys: [Int]) -> [Int: Int] {
        let known = keys.filter { $0 <= 1_000 }
        return Dictionary(uniqueKeysWithValues: known.map { ($0, $0 * $0) })
    }

    private func eventually(
        _ gathered: BatchLoader<Int, Int>,
        waits count: Int
    ) async throws {
        try await TestKit.eventually("\(count) wait") { gathered.waiting == count }
    }

    /// Starts a lookup, and waits until it is queued behind a statement under way.
    private func ask(
        _ gathered: BatchLoader<Int, Int>,
        _ keys: Int...
    ) async throws -> Task<[Int: Int], any Error> {
        let waiting = gathered.waiting
        let task = Task { try await gathered.values(for: keys) }
        try await eventually(gathered, waits: waiting + 1)
        return task
    }

    /// Starts a lookup that is sent at once.
    private func begin(
        _ gathered: BatchLoader<Int, Int>,
        _ key: Int
    ) async throws -> Task<Int?, any Error> {
        let before = statements.all.count
        let task = Task { try await gathered.value(for: key) }
        try await TestKit.eventually("it is sent") { statements.all.count == before + 1 }
        return task
    }

    @Test func `values are found, one or many at once`() async throws {
        gate.open()
        let gathered = squares()
        #expect(try await gathered.value(for: 7) == 49)
        #expect(try await gathered.value(for: 1_001) == nil)
        #expect(try await gathered.values(for: [3, 1_002, 2, 3]) == [2: 4, 3: 9])
        #expect(try await gathered.values(for: []) == [:])
        #expect(statements.all == [[7], [1_001], [2, 3, 1_002]])
    }

    @Test func `lookups made meanwhile are batched, each key once`() async throws {
        let gathered = squares()
        let first = try await begin(gathered, 1)
        let others = [
            try await ask(gathered, 2), try await ask(gathered, 3, 4),
            try await ask(gathered, 4, 2), try await ask(gathered, 1_001, 1_002, 1_003, 1_004),
        ]
        gate.open()
        #expect(try await first.value == 1)
        var found: [[Int: Int]] = []
        for other in others { found.append(try await other.value) }
        #expect(found == [[2: 4], [3: 9, 4: 16], [2: 4, 4: 16], [:]])
        #expect(statements.all == [[1], [2, 3, 4, 1_001, 1_002, 1_003, 1_004]])
    }

    @Test func `lookups in one turn of the event loop are batched`() async throws {
        gate.open()
        let gathered = squares()
        let turns = Turns()
        let count = Count()
        let tasks = (1...5).map { key in
            Task(executorPreference: turns) {
                _ = try await gathered.value(for: key)
                count.add()
            }
        }
        try await TestKit.eventually("all have their answers") {
            turns.run()
            return count.value == 5
        }
        for task in tasks { try await task.value }
        #expect(statements.all == [[1, 2, 3, 4, 5]])
    }

    @Test func `a key that is under way is fetched again`() async throws {
        let gathered = squares()
        let first = try await begin(gathered, 1)
        let second = try await ask(gathered, 1)
        gate.open()
        _ = try await first.value
        _ = try await second.value
        #expect(statements.all == [[1], [1]])
    }

    @Test func `a statement has at most keysMax keys, but no lookup is split`() async throws {
        let gathered = squares(keysMax: 3)
        let first = try await begin(gathered, 1)
        let others = [
            try await ask(gathered, 2, 3), try await ask(gathered, 3, 4),
            try await ask(gathered, 5), try await ask(gathered, 6, 7, 8, 9),
            try await ask(gathered, 9),
        ]
        gate.open()
        _ = try await first.value
        for other in others { _ = try await other.value }
        #expect(statements.all == [[1], [2, 3, 4], [5], [6, 7, 8, 9], [9]])
        #expect(try await others[3].value == [6: 36, 7: 49, 8: 64, 9: 81])
    }

    @Test func `lookups beyond the limit are refused, the others served`() async throws {
        let gathered = squares(waitingMax: 2)
        let first = try await begin(gathered, 1)
        let others = [try await ask(gathered, 2), try await ask(gathered, 3)]
        let error = await #expect(throws: PostgresError.self) {
            _ = try await gathered.value(for: 4)
        }
        #expect(error?.knowledge == .unavailable)
        #expect(error?.isOverload == true)
        gate.open()
        #expect(try await first.value == 1)
        for other in others { #expect(try await other.value.count == 1) }
        #expect(statements.all == [[1], [2, 3]])
    }

    @Test func `a lookup cancelled while waiting is not fetched`() async throws {
        let gathered = squares()
        let first = try await begin(gathered, 1)
        let second = try await ask(gathered, 2)
        let third = try await ask(gathered, 3)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        #expect(try await first.value == 1)
        #expect(try await third.value == [3: 9])
        #expect(statements.all == [[1], [3]])
        #expect(gathered.waiting == 0)
    }

    @Test func `a cancelled task fetches nothing`() async throws {
        let gathered = squares()
        let read = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await gathered.value(for: 1)
        }
        await #expect(throws: CancellationError.self) { try await read.value }
        #expect(statements.all.isEmpty)
    }

    @Test func `cancelling one caller does not affect others`() async throws {
        let gates = [Gate(), Gate()]
        let gathered = BatchLoader<Int, Int>(
            keysMax: 100,
            now: { 0 }
        ) { [statements] keys in
            statements.note(keys)
            await gates[statements.all.count - 1].pass()
            try Task.checkCancellation()
            return Self.squares(of: keys)
        }
        let first = try await begin(gathered, 1)
        let second = try await ask(gathered, 2)
        let third = try await ask(gathered, 3)
        gates[0].open()
        #expect(try await first.value == 1)
        try await TestKit.eventually("both are under way") { gates[1].arrivals == 1 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gates[1].open()
        #expect(try await third.value == [3: 9])
        #expect(statements.all == [[1], [2, 3]])
    }

    @Test func `a statement without waiting callers is cancelled`() async throws {
        let stopped = Gate()
        let gathered = BatchLoader<Int, Int> { [statements] keys in
            statements.note(keys)
            do {
                try await Task.sleep(for: .seconds(3_600))
            } catch {
                await stopped.pass()
                throw error
            }
            return [:]
        }
        let read = try await begin(gathered, 1)
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        try await TestKit.eventually("the statement is cancelled") { stopped.arrivals == 1 }
        stopped.open()
    }

    @Test func `an error goes to all callers of the statement, and to no others`() async throws {
        let gate = gate
        let gathered = BatchLoader<Int, Int>(
            keysMax: 100,
            now: { 0 }
        ) { [statements] keys in
            statements.note(keys)
            await gate.pass()
            if keys.contains(2) { throw Broken(number: statements.all.count) }
            return Self.squares(of: keys)
        }
        let first = try await begin(gathered, 1)
        let others = [try await ask(gathered, 2), try await ask(gathered, 3)]
        gate.open()
        #expect(try await first.value == 1)
        for other in others {
            await #expect(throws: Broken(number: 2)) { try await other.value }
        }
        #expect(try await gathered.value(for: 3) == 9)
    }
}
