import Testing

@testable import Postgres

struct SharedConnectionsTests {
    @Test func `the connection with fewer statements is chosen`() {
        #expect(
            SharedConnections.load(1, headSince: 0, now: 100)
                < SharedConnections.load(2, headSince: 0, now: 100)
        )
    }

    @Test func `a connection is stuck when its head waits more than 20 milliseconds`() {
        let millisecond: UInt64 = 1_000_000
        let now = 500 * millisecond
        let busy = SharedConnections.load(1_000, headSince: now, now: now)
        #expect(SharedConnections.load(1, headSince: now - 20 * millisecond, now: now) < busy)
        #expect(SharedConnections.load(1, headSince: now - 20 * millisecond - 1, now: now) > busy)
        // Another thread's clock reading may be a little ahead.
        #expect(SharedConnections.load(1, headSince: now + 1, now: now) < busy)
    }
}
