import NIOCore
import Testing

@testable import Gateway

/// Until when a client may take a response, whose parts are handed to the connection together.
@Suite struct ConnectionClockTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    /// Two parts were handed over, none was taken.
    private func clock() -> ConnectionClock {
        var clock = ConnectionClock(limits: HTTPLimits())
        clock.headCame(start)
        clock.endCame(start)
        clock.writeBegan(start)
        clock.writeBegan(start)
        return clock
    }

    private func deadline(_ time: TimeAmount) -> ConnectionClock.Deadline {
        .init(wait: .response, at: start + time)
    }

    @Test func `what was taken fast is not saved up`() {
        var clock = clock()
        #expect(clock.deadline == deadline(.seconds(30)))
        clock.writeEnded(40_000_000, start)
        #expect(clock.deadline == deadline(.seconds(30)))
    }

    @Test func `bytes have their time at the slowest pace`() {
        var clock = clock()
        for second in stride(from: 16, through: 1_600, by: 16) as StrideThrough<Int64> {
            let now = start + .seconds(second)
            clock.writeBegan(now)
            clock.writeEnded(65_536, now)
            #expect(clock.deadline == deadline(.seconds(second + 30)))
        }
    }

    @Test func `a pace below it uses the half minute up`() {
        var clock = clock()
        clock.writeBegan(start + .seconds(10))
        clock.writeEnded(4_096, start + .seconds(10))
        #expect(clock.deadline == deadline(.seconds(31)))
        clock.writeEnded(8_192, start + .seconds(20))
        #expect(clock.deadline == deadline(.seconds(33)))
        clock.writeEnded(1, start + .seconds(30))
        #expect(clock.deadline == nil)
    }
}
