import IdentityAPI
import Identifiers
import Testing

@testable import Gateway

/// The sequence of notice numbers, without a stream.
@Suite struct RevocationLogTests {
    private let start = ContinuousClock.now
    private let session = SessionID()

    /// Returns a log after `items`: `beat` is a heartbeat, `end` a session that ended.
    private func log(_ items: [Item]) -> (log: RevocationLog, steps: [RevocationLog.Step]) {
        var log = RevocationLog()
        log.opened()
        let steps = items.map { item in
            switch item {
            case .beat(let number):
                log.received(RevocationNotice(number: number, session: nil), at: start)
            case .end(let number):
                log.received(RevocationNotice(number: number, session: SessionID()), at: start)
            }
        }
        return (log, steps)
    }

    enum Item {
        case beat(Int64)
        case end(Int64)
    }

    @Test(
        arguments: [
            ([], false), ([.beat(0)], true), ([.beat(2)], false), ([.beat(2), .end(1)], false),
            ([.beat(2), .end(1), .end(2)], true), ([.beat(2), .end(2)], true),
            ([.beat(9), .end(8), .end(9)], true), ([.beat(2), .beat(2)], true),
            ([.beat(2), .beat(3)], false), ([.beat(2), .beat(3), .end(3)], true),
            ([.beat(0), .end(1)], true), ([.beat(0), .beat(1)], false),
            ([.beat(0), .beat(1), .end(1)], true), ([.beat(0), .end(1), .end(1)], true),
            ([.beat(3), .end(3), .beat(2)], true), ([.beat(5), .beat(0), .beat(0)], true),
            ([.beat(5), .beat(0), .end(6)], true), ([.beat(3), .end(1), .beat(1)], false),
            ([.beat(3), .end(1), .beat(1), .end(2), .end(3)], true),
        ] as [([Item], Bool)]
    )
    func `the log has caught up only without a gap`(items: [Item], isWhole: Bool) {
        let (log, steps) = log(items)
        #expect(log.isCaughtUp(at: start) == isWhole)
        #expect(steps.allSatisfy { $0 == .read })
    }

    @Test(
        arguments: [
            ([.beat(0), .end(2)], 0), ([.beat(0), .end(1), .end(3)], 1),
            ([.beat(4), .end(2), .end(4)], 2), ([.beat(4), .end(2), .beat(4)], 2),
            ([.beat(0), .beat(1), .beat(1)], 0),
        ] as [([Item], Int64)]
    )
    func `a gap reopens the stream after the last known number`(items: [Item], last: Int64) {
        let (log, steps) = log(items)
        #expect(steps.last == .reopen)
        #expect(steps.dropLast().allSatisfy { $0 == .read })
        #expect(log.last == last)
        #expect(!log.isCaughtUp(at: start))
    }

    @Test func `a log that was restarted is read from its beginning`() {
        var log = log([.beat(3), .end(3)]).log
        log.closed()
        log.opened()
        let step = log.received(RevocationNotice(number: 2, session: nil), at: start)
        #expect(step == .reopen)
        #expect(log.last == 0)
        #expect(!log.isCaughtUp(at: start))
    }

    @Test func `a lost stream is not caught up`() {
        var log = log([.beat(0)]).log
        log.closed()
        #expect(!log.isCaughtUp(at: start))
        log.opened()
        #expect(!log.isCaughtUp(at: start))
    }

    @Test func `a revocation is kept for as long as any token lives`() {
        var log = log([.beat(0)]).log
        log.end(session, at: start)
        var time = start
        for _ in 0..<16 * 60 {
            time += .seconds(1)
            _ = log.received(RevocationNotice(number: 0, session: nil), at: time)
            #expect(log.hasEnded(session))
        }
        for _ in 0..<33 * 60 {
            time += .seconds(1)
            _ = log.received(RevocationNotice(number: 0, session: nil), at: time)
        }
        #expect(!log.hasEnded(session))
    }

    @Test func `silence counts from when the stream was opened`() {
        var log = RevocationLog()
        log.opened()
        #expect(!log.isSilent(at: start + .milliseconds(1_999), since: start))
        #expect(log.isSilent(at: start + .seconds(2), since: start))
        _ = log.received(RevocationNotice(number: 0, session: nil), at: start + .seconds(1))
        #expect(!log.isSilent(at: start + .seconds(2), since: start))
        #expect(log.isSilent(at: start + .seconds(3), since: start))
    }
}
