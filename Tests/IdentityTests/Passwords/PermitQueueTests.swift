import Testing

@testable import Identity

/// Which client is next and which is refused, without tasks and at times that each test chooses.
@Suite struct PermitQueueTests {
    private static let begin = ContinuousClock.now

    @Test func `permits rotate among networks`() {
        var line = Line(width: 1, waitingMax: 64)
        line.join("a", 1, 2, 3, 4)
        line.join("b", 5, 6)
        line.join("c", 7)
        #expect(line.inside == [1])
        #expect(line.turns() == [5, 7, 2, 6, 3, 4])
    }

    @Test func `a network with a recent permit comes after those without one`() {
        var line = Line(width: 1, waitingMax: 64)
        line.join("a", 1, 2)
        line.join("b", 3)
        #expect(line.leave() == [.enters(3)])
        // Queuing one client at a time gives no more permits than queuing many.
        line.join("b", 4)
        line.join("c", 5)
        #expect(line.leave() == [.enters(5)])
        line.join("c", 6)
        #expect(line.turns() == [2, 4, 6])
    }

    @Test func `a new network is next, however many of another wait`() {
        var line = Line(width: 1, waitingMax: 64)
        line.join("a", 1, 2, 3, 4)
        #expect(line.leave() == [.enters(2)])
        line.join("b", 5, 6)
        #expect(line.turns() == [5, 3, 6, 4])
    }

    @Test func `networks of one site share a line, and the permits of one network`() {
        var line = Line(width: 1, waitingMax: 4)
        line.join("2001:db8:0:ff00::1", 1)
        line.join("2001:db8:0:ff01::1", 2)
        line.join("2001:db8:0:fffe::1", 3)
        line.join("2001:db8:0:ffff::1", 4)
        line.join("2001:db8:0:fe00::1", 5)
        #expect(line.join("192.0.2.1", 6) == [.refused(4, retryAfterSeconds: 2)])
        #expect(line.turns() == [5, 6, 2, 3])
    }

    @Test func `a site's line rotates among its networks, and the fullest loses one`() {
        var line = Line(width: 1, waitingMax: 4)
        line.join("192.0.2.1", 1)
        line.join("2001:db8:0:ff01::1", 2, 3, 4, 5)
        #expect(line.join("2001:db8:0:ff02::1", 6) == [.refused(5, retryAfterSeconds: 2)])
        #expect(line.join("2001:db8:0:ff02::1", 7) == [.refused(4, retryAfterSeconds: 2)])
        #expect(line.turns() == [2, 6, 3, 7])
    }

    @Test func `the width limits the permits`() {
        var line = Line(width: 2, waitingMax: 64)
        line.join("a", 1, 2, 3, 4)
        #expect(line.inside == [1, 2])
        #expect(line.leave() == [.enters(3)])
        #expect(line.leave() == [.enters(4)])
        #expect(line.leave() == [])
        #expect(line.leave() == [])
        #expect(line.join("a", 5) == [.enters(5)])
    }

    @Test func `a single network may fill the queue, and is refused beyond it`() {
        var line = Line(width: 1, waitingMax: 3)
        line.join("a", 1, 2, 3, 4)
        #expect(line.count == 3)
        #expect(line.join("a", 5) == [.refused(5, retryAfterSeconds: 2)])
        #expect(line.count == 3)
    }

    @Test func `when the queue is full, the network with the most waiters loses its last`() {
        var line = Line(width: 1, waitingMax: 4)
        line.join("a", 1, 2, 3, 4)
        line.join("b", 5)
        #expect(line.join("c", 6) == [.refused(4, retryAfterSeconds: 2)])
        #expect(line.join("c", 7) == [.refused(7, retryAfterSeconds: 2)])
        #expect(line.join("d", 8) == [.refused(3, retryAfterSeconds: 2)])
        // Each has one: the network with a recent permit makes room for one without.
        #expect(line.join("e", 9) == [.refused(2, retryAfterSeconds: 2)])
        // None had a permit: the newcomer has no one to displace.
        #expect(line.join("f", 10) == [.refused(10, retryAfterSeconds: 2)])
        #expect(line.turns() == [5, 6, 8, 9])
    }

    @Test func `when the queue is full, only a client that is too late makes room`() {
        var line = Line(width: 1, waitingMax: 3)
        line.note(.seconds(1))
        line.join("a", 1)
        line.join("a", 2, within: .seconds(3))
        line.join("a", 3)
        line.join("b", 4)
        #expect(line.join("c", 5) == [.refused(2, retryAfterSeconds: 5)])
        #expect(line.turns() == [4, 5, 3])
    }

    @Test func `a client that gives up leaves the queue`() {
        var line = Line(width: 1, waitingMax: 2)
        line.join("a", 1, 2)
        line.join("b", 3)
        line.remove(2)
        line.remove(9)
        #expect(line.count == 1)
        #expect(line.join("a", 4) == [])
        #expect(line.turns() == [3, 4])
    }

    @Test func `a client that cannot be served in time is refused on arrival`() {
        var line = Line(width: 1, waitingMax: 64)
        line.note(.seconds(1))
        line.join("a", 1)
        line.join("a", 2, 3, 4, within: .seconds(4))
        // Behind one permit and three waiters it would end after five seconds.
        #expect(line.join("a", 5, within: .seconds(5)) == [])
        let early = line.join("a", 6, within: .milliseconds(5_999))
        #expect(early == [.refused(6, retryAfterSeconds: 6)])
        #expect(line.join("a", 7, within: .seconds(6)) == [])
        // A client of another network goes before them all, which makes one of them too late.
        let pushed = line.join("b", 8, within: .seconds(3))
        #expect(pushed == [.refused(4, retryAfterSeconds: 7)])
        #expect(line.turns() == [8, 2, 3, 5, 7])
    }

    @Test func `a width of two serves twice as many in time`() {
        var line = Line(width: 2, waitingMax: 64)
        line.note(.seconds(1))
        line.join("a", 1, 2)
        line.join("a", 3, 4, within: .seconds(2))
        let early = line.join("a", 5, within: .milliseconds(2_999))
        #expect(early == [.refused(5, retryAfterSeconds: 2)])
        #expect(line.join("a", 5, within: .seconds(3)) == [])
    }

    @Test func `a client that became too late while waiting gets no permit`() {
        var line = Line(width: 1, waitingMax: 64)
        line.join("a", 1)
        line.join("a", 2, within: .seconds(3))
        line.join("a", 3)
        line.note(.seconds(1))
        let late = PermitQueueTests.begin + .milliseconds(2_001)
        #expect(line.leave(at: late) == [.refused(2, retryAfterSeconds: 2), .enters(3)])
    }

    @Test func `when a permit is free, no client is refused for its duration`() {
        var line = Line(width: 1, waitingMax: 64)
        line.note(.seconds(60))
        #expect(line.join("a", 1, within: .seconds(1)) == [.enters(1)])
        #expect(line.join("a", 2, within: .seconds(1)) == [.refused(2, retryAfterSeconds: 120)])
        #expect(line.join("a", 3, within: .zero) == [.refused(3, retryAfterSeconds: 60)])
    }

    @Test func `the time of a permit is an average weighted towards the latest`() {
        var queue = PermitQueue(width: 1, waitingMax: 1)
        #expect(queue.turnTime == nil)
        queue.note(.seconds(4))
        #expect(queue.turnTime == .seconds(4))
        queue.note(.seconds(8))
        #expect(queue.turnTime == .seconds(5))
    }

    /// A queue, and the clients that hold permits.
    private struct Line {
        private var queue: PermitQueue
        private(set) var inside: [UInt64] = []

        init(width: Int, waitingMax: Int) {
            queue = PermitQueue(width: width, waitingMax: waitingMax)
        }

        var count: Int { queue.count }

        mutating func note(_ time: Duration) { queue.note(time) }

        mutating func remove(_ number: UInt64) { queue.remove(number) }

        @discardableResult
        mutating func join(
            _ network: String,
            _ numbers: UInt64...,
            within duration: Duration? = nil
        ) -> [PermitQueue.Change] {
            numbers.flatMap { number in
                noting(
                    queue.join(
                        PermitQueue.Waiter(
                            number: number,
                            network: ClientNetwork(network),
                            deadline: duration.map { PermitQueueTests.begin + $0 }
                        ),
                        at: PermitQueueTests.begin
                    )
                )
            }
        }

        /// The first client returns its permit.
        mutating func leave(
            at now: ContinuousClock.Instant = PermitQueueTests.begin
        ) -> [PermitQueue.Change] {
            inside.removeFirst()
            return noting(queue.leave(at: now))
        }

        /// Returns the clients that get permits, in order, until none waits.
        mutating func turns() -> [UInt64] {
            var turns: [UInt64] = []
            while count > 0 {
                for case .enters(let number) in leave() { turns.append(number) }
            }
            return turns
        }

        private mutating func noting(_ changes: [PermitQueue.Change]) -> [PermitQueue.Change] {
            for case .enters(let number) in changes { inside.append(number) }
            return changes
        }
    }
}
