import IdentityAPI
import Synchronization
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.timeLimit(.minutes(30))) struct ConcurrencyLimiterTests {
    private let network = ClientNetwork("198.51.100.1")

    @Test func `permits are limited, and everyone gets one`() async throws {
        let limiter = ConcurrencyLimiter(width: 2, waitingMax: 64)
        let crowd = Crowd()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let network = ClientNetwork("198.51.100.\(number % 3)")
                    try await limiter.withPermit(of: network, until: nil) { _ in
                        crowd.enter()
                        for _ in 0..<5 { await Task.yield() }
                        crowd.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(crowd.counts.most <= 2)
        #expect(crowd.counts.total == 40)
    }

    @Test func `a caller that finds the queue full of its own network is refused`() async throws {
        let limiter = ConcurrencyLimiter(width: 1, waitingMax: 2)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [network] in
                try await limiter.withPermit(of: network, until: nil) { _ in await gate.pass() }
            }
            try await eventually("no permit is held") { gate.arrivals == 1 }
            for waiting in 1...2 {
                group.addTask { [network] in
                    try await limiter.withPermit(of: network, until: nil) { _ in }
                }
                try await eventually("no caller waits") { limiter.waitingCount == waiting }
            }
            await #expect(throws: Refusal(IdentityError.busy, retryAfterSeconds: 1)) {
                try await limiter.withPermit(of: network, until: nil) { _ in }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(try await limiter.withPermit(of: network, until: nil) { _ in 1 } == 1)
    }

    @Test func `a caller that loses its place to another network is refused`() async throws {
        let limiter = ConcurrencyLimiter(width: 1, waitingMax: 2)
        limiter.note(ConcurrencyLimiter.Permit(began: .now - .milliseconds(700)))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [network] in
                try await limiter.withPermit(of: network, until: nil) { _ in await gate.pass() }
            }
            try await eventually("no permit is held") { gate.arrivals == 1 }
            let waiters = (1...2).map { _ in
                Task { [network] in try await limiter.withPermit(of: network, until: nil) { _ in } }
            }
            try await eventually("no caller waits") { limiter.waitingCount == 2 }
            group.addTask {
                let other = ClientNetwork("203.0.113.1")
                try await limiter.withPermit(of: other, until: nil) { _ in }
            }
            var refusals: [Refusal] = []
            let (ends, end) = AsyncStream.makeStream(of: Refusal?.self)
            for waiter in waiters {
                group.addTask {
                    do {
                        try await waiter.value
                        end.yield(nil)
                    } catch {
                        end.yield(error as? Refusal)
                    }
                }
            }
            var iterator = ends.makeAsyncIterator()
            if let first = await iterator.next(), let first { refusals.append(first) }
            #expect(refusals == [Refusal(IdentityError.busy, retryAfterSeconds: 3)])
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `a caller that cannot be served in time is refused at once`() async throws {
        let now = ContinuousClock.now
        let limiter = ConcurrencyLimiter(width: 1, waitingMax: 64) { now }
        limiter.note(ConcurrencyLimiter.Permit(began: now - .seconds(6)))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [network] in
                try await limiter.withPermit(of: network, until: nil) { _ in await gate.pass() }
            }
            try await eventually("no permit is held") { gate.arrivals == 1 }
            await #expect(throws: Refusal(IdentityError.busy, retryAfterSeconds: 12)) {
                try await limiter.withPermit(of: network, until: now + .seconds(10)) { _ in }
            }
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `a permit is timed until its password is hashed`() async throws {
        let begin = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let limiter = ConcurrencyLimiter(width: 1, waitingMax: 1) {
            begin + passed.withLock(\.self)
        }
        try await limiter.withPermit(of: network, until: nil) { _ in
            passed.withLock { $0 += .seconds(2) }
        }
        // No password was hashed.
        #expect(limiter.turnTime == nil)
        try await limiter.withPermit(of: network, until: nil) { permit in
            passed.withLock { $0 += .seconds(3) }
            limiter.note(permit)
            passed.withLock { $0 += .seconds(4) }
        }
        #expect(limiter.turnTime == .seconds(3))
    }

    @Test func `the time of a permit includes the work before the hash`() async throws {
        let passwords = Passwords(cost: Town.cheap, width: 1, waitingMax: 1)
        let permit = ConcurrencyLimiter.Permit(began: .now - .seconds(100))
        _ = try await passwords.compare(Town.password, with: nil, in: permit)
        let time = try #require(passwords.limiter.turnTime)
        #expect(time >= .seconds(100))
    }

    @Test func `a cancelled caller leaves the queue`() async throws {
        let limiter = ConcurrencyLimiter(width: 1, waitingMax: 1)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [network] in
                try await limiter.withPermit(of: network, until: nil) { _ in await gate.pass() }
            }
            try await eventually("no permit is held") { gate.arrivals == 1 }
            let waiting = Task { [network] in
                try await limiter.withPermit(of: network, until: nil) { _ in }
            }
            try await eventually("no caller waits") { limiter.waitingCount == 1 }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(limiter.waitingCount == 0)
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `a body that throws returns its permit`() async throws {
        let limiter = ConcurrencyLimiter(width: 1, waitingMax: 0)
        await #expect(throws: IdentityError.signInFailed) {
            try await limiter.withPermit(of: network, until: nil) { _ in
                throw IdentityError.signInFailed
            }
        }
        #expect(try await limiter.withPermit(of: network, until: nil) { _ in 2 } == 2)
    }
}

/// Counts the callers that hold a permit.
private final class Crowd: Sendable {
    private let state = Mutex((inside: 0, most: 0, total: 0))

    var counts: (inside: Int, most: Int, total: Int) { state.withLock { $0 } }

    func enter() {
        state.withLock {
            $0.inside += 1
            $0.most = max($0.most, $0.inside)
        }
    }

    func leave() {
        state.withLock {
            $0.inside -= 1
            $0.total += 1
        }
    }
}
