import IdentityAPI
import Synchronization
import Testing
import Wire

@testable import Identity

@Suite(.timeLimit(.minutes(30))) struct TurnstileTests {
    @Test func `only so many are inside at once, and everybody gets in`() async throws {
        let turnstile = Turnstile(width: 2, queueMax: 64)
        let crowd = Crowd()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await turnstile.inTurn {
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

    @Test func `whoever finds the queue full is told to come back`() async throws {
        let turnstile = Turnstile(width: 1, queueMax: 2)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turnstile.inTurn { for await _ in gate {} } }
            // The first one may not be inside yet, so nobody else asks before somebody waits.
            for waiting in 1...2 {
                group.addTask { try await turnstile.inTurn {} }
                while turnstile.waitingCount < waiting { await Task.yield() }
            }
            await #expect(throws: Refusal(IdentityError.busy, retryAfterSeconds: 5)) {
                try await turnstile.inTurn {}
            }
            open.finish()
            try await group.waitForAll()
        }
        #expect(try await turnstile.inTurn { 1 } == 1)
    }

    @Test func `whoever is cancelled leaves the queue`() async throws {
        let turnstile = Turnstile(width: 1, queueMax: 1)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turnstile.inTurn { for await _ in gate {} } }
            let waiting = Task { try await turnstile.inTurn {} }
            while turnstile.waitingCount < 1 { await Task.yield() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(turnstile.waitingCount == 0)
            open.finish()
            try await group.waitForAll()
        }
    }

    @Test func `a body that fails gives its place back`() async throws {
        let turnstile = Turnstile(width: 1, queueMax: 0)
        await #expect(throws: IdentityError.signInFailed) {
            try await turnstile.inTurn { throw IdentityError.signInFailed }
        }
        #expect(try await turnstile.inTurn { 2 } == 2)
    }
}

/// Counts who is inside.
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
