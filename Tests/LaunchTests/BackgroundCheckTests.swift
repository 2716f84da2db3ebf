import Synchronization
import Testing

@testable import Launch

/// The results of a check in the background.
struct BackgroundCheckTests {
    /// The check's result, and the clock's time.
    private final class World: Sendable {
        private let answer = Mutex(true)
        private let time = Mutex(ContinuousClock.now)

        var isWell: Bool {
            get { answer.withLock(\.self) }
            set { answer.withLock { $0 = newValue } }
        }
        var now: ContinuousClock.Instant { time.withLock(\.self) }

        func pass(_ duration: Duration) {
            time.withLock { $0 += duration }
        }
    }

    private let world = World()

    private func check(_ ask: (@Sendable () async -> Bool)? = nil) -> BackgroundCheck {
        BackgroundCheck(uptime: { [world] in world.now }, ask ?? { [world] in world.isWell })
    }

    @Test func `it holds as the last result says, and not before the first`() async {
        let check = check()
        #expect(!check.holds && !check.isAnswered)
        await check.look()
        #expect(check.holds)
        world.isWell = false
        #expect(check.holds)
        await check.look()
        #expect(!check.holds && check.isAnswered)
        world.isWell = true
        await check.look()
        #expect(check.holds)
    }

    @Test func `a result older than three seconds counts as no`() async {
        let check = check()
        await check.look()
        world.pass(.seconds(3))
        #expect(check.holds)
        world.pass(.milliseconds(1))
        #expect(!check.holds)
        await check.look()
        #expect(check.holds)
    }

    @Test func `readers do not wait for a late result`() async throws {
        let (questions, asked) = AsyncStream.makeStream(of: Void.self)
        let check = check {
            asked.yield()
            try? await Task.sleep(for: .seconds(3_600))
            return true
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await check.run() }
            for await _ in questions.prefix(1) {}
            #expect(!check.holds)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func `it keeps checking`() async throws {
        let (questions, asked) = AsyncStream.makeStream(of: Void.self)
        let check = check {
            asked.yield()
            return true
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await check.run() }
            for await _ in questions.prefix(3) {}
            #expect(check.holds)
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
