import NIOCore
import Testing

@testable import Gateway

/// How long a client may take for a response whose parts are written together.
@Suite struct ConnectionClockTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// Two parts were written, none was taken.
    private func clock(stall: TimeAmount = .hours(1)) -> ConnectionClock {
        var limits = HTTPLimits()
        limits.stall = stall
        var clock = ConnectionClock(limits: limits)
        clock.headCame(start)
        clock.endCame(start)
        clock.writeBegan(start)
        clock.writeBegan(start)
        return clock
    }

    private func deadline(_ time: TimeAmount) -> ConnectionClock.Deadline {
        .init(wait: .response, at: start + time)
    }

    @Test func `time is not saved up by taking bytes fast`() {
        var clock = clock()
        #expect(clock.deadline == deadline(.seconds(30)))
        clock.taken(40_000_000, start)
        clock.writeEnded(start)
        #expect(clock.deadline == deadline(.seconds(30)))
    }

    @Test func `bytes have the time of the lowest rate`() {
        var clock = clock()
        for second in stride(from: 16, through: 1_600, by: 16) as StrideThrough<Int64> {
            let now = start + .seconds(second)
            clock.writeBegan(now)
            clock.taken(65_536, now)
            clock.writeEnded(now)
            #expect(clock.deadline == deadline(.seconds(second + 30)))
        }
    }

    @Test func `a lower rate uses up the half minute`() {
        var clock = clock()
        clock.writeBegan(start + .seconds(10))
        clock.taken(4_096, start + .seconds(10))
        clock.writeEnded(start + .seconds(10))
        #expect(clock.deadline == deadline(.seconds(31)))
        clock.taken(8_192, start + .seconds(20))
        clock.writeEnded(start + .seconds(20))
        #expect(clock.deadline == deadline(.seconds(33)))
        clock.taken(1, start + .seconds(30))
        clock.writeEnded(start + .seconds(30))
        #expect(clock.deadline == nil)
    }

    @Test func `a client that takes no waiting byte for ten seconds is too slow`() {
        var clock = clock(stall: HTTPLimits().stall)
        #expect(clock.deadline == deadline(.seconds(10)))
        // More waiting bytes give no more time, and neither does taking zero bytes.
        clock.writeBegan(start + .seconds(9))
        clock.taken(0, start + .seconds(9))
        #expect(clock.deadline == deadline(.seconds(10)))
        clock.taken(1, start + .seconds(9))
        #expect(clock.deadline == deadline(.seconds(19)))
    }

    @Test func `a second's bytes at the lowest rate give a second, for ever`() {
        var clock = clock(stall: .seconds(10))
        for second in 1...1_000 as ClosedRange<Int64> {
            clock.taken(4_096, start + .seconds(second))
            #expect(clock.deadline == deadline(.seconds(second + 10)))
        }
    }

    @Test func `a client that has taken everything starts afresh`() {
        var clock = clock(stall: .seconds(10))
        for _ in 0..<2 { clock.writeEnded(start + .seconds(9)) }
        #expect(clock.deadline == nil && clock.nextCount(within: .hours(1)) == nil)
        clock.writeBegan(start + .seconds(20))
        #expect(clock.deadline == deadline(.seconds(30)))
    }

    @Test func `taken bytes are counted ten times before the deadline`() {
        var clock = clock(stall: .seconds(10))
        #expect(clock.nextCount(within: .hours(1)) == start + .seconds(1))
        #expect(clock.nextCount(within: .milliseconds(50)) == start + .milliseconds(50))
        clock.counted(start + .seconds(1))
        #expect(clock.nextCount(within: .hours(1)) == start + .seconds(2))
        clock.taken(1, start + .seconds(2))
        clock.counted(start + .seconds(2))
        #expect(clock.nextCount(within: .hours(1)) == start + .seconds(3))
    }
}
