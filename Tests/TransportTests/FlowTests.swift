import NIOCore
import TestBasics
import Testing
import Wire

@testable import Transport

@Suite struct FlowTests {
    /// Two of the longest items a stream.
    private static let limits: ConnectionLimits = {
        var limits = ConnectionLimits.standard
        limits.streamCreditBytes = 2 * limits.itemBytes
        limits.connectionCreditBytes = limits.streams * limits.streamCreditBytes
        return limits
    }()

    private func bytes(_ count: Int) -> ByteBuffer {
        ByteBuffer(repeating: 1, count: count)
    }

    @Test func `items are read in the order in which they arrived`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        for text in ["a", "", "ccc"] { try flow.received(ByteBuffer(string: text), on: 1) }
        check(flow.take(1), is: ByteBuffer(string: "a"))
        check(flow.take(1), is: ByteBuffer())
        check(flow.take(1), is: ByteBuffer(string: "ccc"))
        check(flow.take(1), is: nil)
    }

    @Test func `a stream's credit is spent to the last byte and not beyond`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        for _ in 0..<2 { try flow.received(bytes(65_536), on: 1) }
        let violation = violation { () throws(ProtocolViolation) in
            try flow.received(bytes(1), on: 1)
        }
        #expect(violation == .overspent(1))
    }

    @Test func `an empty item costs one byte`() throws {
        var limits = Self.limits
        limits.streamCreditBytes = 3
        var flow = Flow<String>(limits: limits)
        _ = flow.open(1)
        for _ in 0..<3 { try flow.received(bytes(0), on: 1) }
        let violation = violation { () throws(ProtocolViolation) in
            try flow.received(bytes(0), on: 1)
        }
        #expect(violation == .overspent(1))
    }

    @Test func `the connection's credit bounds all streams together`() throws {
        var limits = Self.limits
        limits.connectionCreditBytes = 2 * limits.streamCreditBytes
        var flow = Flow<String>(limits: limits)
        for id in 1...3 as ClosedRange<UInt32> { _ = flow.open(id) }
        for id in 1...2 as ClosedRange<UInt32> {
            for _ in 0..<2 { try flow.received(bytes(65_536), on: id) }
        }
        let violation = violation { () throws(ProtocolViolation) in
            try flow.received(bytes(1), on: 3)
        }
        #expect(violation == .overspent(0))
    }

    @Test func `credit comes back only for what was read, once little is left`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        for _ in 0..<8 { try flow.received(bytes(10_000), on: 1) }
        check(flow.nextCredit(), is: nil)
        for _ in 0..<5 {
            _ = flow.take(1)
            check(flow.nextCredit(), is: nil)
        }
        _ = flow.take(1)
        check(flow.nextCredit(), is: .credit(60_000, id: 1))
        check(flow.nextCredit(), is: nil)
        for _ in 0..<11 { try flow.received(bytes(10_000), on: 1) }
        try flow.received(bytes(1_072), on: 1)
        let violation = violation { () throws(ProtocolViolation) in
            try flow.received(bytes(1), on: 1)
        }
        #expect(violation == .overspent(1))
    }

    @Test func `when none is left, an eighth of the window comes back, and not less`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        try flow.received(bytes(16_383), on: 1)
        try flow.received(bytes(1), on: 1)
        try flow.received(bytes(49_152), on: 1)
        try flow.received(bytes(65_536), on: 1)
        _ = flow.take(1)
        check(flow.nextCredit(), is: nil)
        _ = flow.take(1)
        check(flow.nextCredit(), is: .credit(16_384, id: 1))
    }

    @Test func `credit does not go back for every item`() throws {
        for size in [1, 100, 16_383] {
            var flow = Flow<String>(limits: Self.limits)
            _ = flow.open(1)
            var credits = 0
            let count = 10 * Int(Self.limits.streamCreditBytes) / size
            for _ in 0..<count {
                try flow.received(bytes(size), on: 1)
                _ = flow.take(1)
                while flow.nextCredit() != nil { credits += 1 }
            }
            #expect(credits >= 10 && credits <= 40 && credits * 3 < count)
        }
    }

    /// All streams but one are full of unread items. The last one flows for as long as it likes.
    @Test(arguments: [7, 1_000, 20_000, 65_536])
    func `readers that read nothing hold up no other stream`(itemBytes: Int) throws {
        var sender = Flow<Int>(limits: Self.limits)
        var receiver = Flow<Int>(limits: Self.limits)
        let last = UInt32(Limits.streamsMax)
        for id in 1...last {
            _ = sender.open(id)
            _ = receiver.open(id)
        }
        for id in 1..<last {
            while let frame = sender.sendNow(bytes(65_536), on: id) {
                try receiver.received(frame.body, on: id)
            }
        }
        check(receiver.nextCredit(), is: nil)
        for number in 0..<(4 * Int(Self.limits.streamCreditBytes) / itemBytes + 1) {
            let sent = sender.sendNow(bytes(itemBytes), on: last)
            let frame = try #require(sent, "item \(number) finds no credit")
            try receiver.received(frame.body, on: last)
            check(receiver.take(last)?.readableBytes, is: itemBytes)
            while let credit = receiver.nextCredit() {
                try sender.credited(credit.creditBytes, on: credit.id)
            }
        }
    }

    @Test func `closing a stream gives the credit of unread items back`() throws {
        var flow = Flow<String>(limits: Self.limits)
        for id in 1...64 as ClosedRange<UInt32> {
            _ = flow.open(id)
            for _ in 0..<2 { try flow.received(bytes(65_536), on: id) }
            check(flow.nextCredit(), is: nil)
        }
        _ = flow.close(1)
        check(flow.nextCredit(), is: .credit(131_072, id: 0))
        check(flow.nextCredit(), is: nil)
    }

    @Test func `dropped items cost the connection's credit`() throws {
        var flow = Flow<String>(limits: Self.limits)
        for _ in 0..<63 { try flow.dropped(bytes(65_536)) }
        check(flow.nextCredit(), is: nil)
        try flow.dropped(bytes(65_536))
        check(flow.nextCredit(), is: .credit(4_194_304, id: 0))
        for _ in 0..<128 { try flow.dropped(bytes(65_536)) }
        let violation = violation { () throws(ProtocolViolation) in try flow.dropped(bytes(1)) }
        #expect(violation == .overspent(0))
    }

    @Test func `an item after the end is a violation`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        try flow.receivedEnd(on: 1)
        let violation = violation { () throws(ProtocolViolation) in
            try flow.received(bytes(1), on: 1)
        }
        #expect(violation == .noStream(1))
    }

    @Test func `items wait for the stream's credit`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        for number in 0..<5 {
            check(flow.enqueue(bytes(65_536), on: 1, "\(number)"), is: true)
        }
        var sent: [String] = []
        while let next = flow.nextToSend() { sent.append(next.ticket) }
        #expect(sent == ["0", "1"])
        try flow.credited(65_535, on: 1)
        check(flow.nextToSend()?.ticket, is: nil)
        try flow.credited(1, on: 1)
        check(flow.nextToSend()?.ticket, is: "2")
        check(flow.nextToSend()?.ticket, is: nil)
    }

    @Test func `streams take turns`() {
        var flow = Flow<String>(limits: Self.limits)
        for id in 1...3 as ClosedRange<UInt32> {
            _ = flow.open(id)
            for number in 0..<2 { _ = flow.enqueue(bytes(10), on: id, "\(id).\(number)") }
        }
        var sent: [String] = []
        while let next = flow.nextToSend() { sent.append(next.ticket) }
        #expect(sent == ["1.0", "2.0", "3.0", "1.1", "2.1", "3.1"])
    }

    @Test func `items that are sent together go in one turn, if the credit suffices`() throws {
        var flow = Flow<String>(limits: Self.limits)
        for id in 1...2 as ClosedRange<UInt32> {
            _ = flow.open(id)
            for number in 0..<3 {
                let isLast = number == 2
                _ = flow.enqueue(bytes(65_536), on: id, isFollowed: !isLast, "\(id).\(number)")
            }
        }
        var sent: [String] = []
        while let next = flow.nextToSend() { sent.append(next.ticket) }
        #expect(sent == ["1.0", "1.1", "2.0", "2.1"])
        try flow.credited(65_536, on: 2)
        try flow.credited(65_536, on: 1)
        while let next = flow.nextToSend() { sent.append(next.ticket) }
        #expect(sent.suffix(2) == ["2.2", "1.2"])
    }

    @Test func `the connection's credit bounds what is sent on all streams`() throws {
        var limits = Self.limits
        limits.connectionCreditBytes /= 2
        var flow = Flow<String>(limits: limits)
        for id in 1...40 as ClosedRange<UInt32> {
            _ = flow.open(id)
            for _ in 0..<2 { _ = flow.enqueue(bytes(65_536), on: id, "") }
        }
        var sent = 0
        while let next = flow.nextToSend() { sent += next.frame.body.readableBytes }
        #expect(sent == Int(Self.limits.connectionCreditBytes) / 2)
        try flow.credited(65_536, on: 0)
        while let next = flow.nextToSend() { sent += next.frame.body.readableBytes }
        #expect(sent == Int(Self.limits.connectionCreditBytes) / 2 + 65_536)
    }

    @Test func `nothing is sent while the socket is full`() {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        flow.isWritable = false
        _ = flow.enqueue(bytes(1), on: 1, "one")
        check(flow.nextToSend()?.ticket, is: nil)
        flow.isWritable = true
        check(flow.nextToSend()?.ticket, is: "one")
    }

    @Test func `the end follows the queued items, and nothing follows it`() {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        check(flow.enqueue(bytes(1), on: 1, "item"), is: true)
        check(flow.enqueue(nil, on: 1, "end"), is: true)
        check(flow.enqueue(bytes(1), on: 1, "late"), is: false)
        check(flow.nextToSend()?.frame.kind, is: .item)
        check(flow.nextToSend()?.frame, is: Frame(.end, id: 1))
        check(flow.nextToSend()?.ticket, is: nil)
    }

    @Test func `credit beyond the window is a violation`() throws {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        check(
            violation { () throws(ProtocolViolation) in try flow.credited(1, on: 1) },
            is: .creditOverflow(1)
        )
        check(
            violation { () throws(ProtocolViolation) in try flow.credited(1, on: 0) },
            is: .creditOverflow(0)
        )
    }

    @Test func `waiting senders are told when the stream closes`() {
        var flow = Flow<String>(limits: Self.limits)
        _ = flow.open(1)
        flow.isWritable = false
        _ = flow.enqueue(bytes(1), on: 1, "one")
        _ = flow.enqueue(bytes(1), on: 1, "two")
        check(flow.close(1), is: ["one", "two"])
        check(flow.enqueue(bytes(1), on: 1, "late"), is: false)
    }

    @Test func `from a seed, no window is ever exceeded`() throws {
        for seed in 0..<50 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var sender = Flow<Int>(limits: Self.limits)
            var receiver = Flow<Int>(limits: Self.limits)
            for id in 1...4 as ClosedRange<UInt32> {
                _ = sender.open(id)
                _ = receiver.open(id)
            }
            var sent = 0
            var taken = 0
            for _ in 0..<300 {
                let id = UInt32.random(in: 1...4, using: &dice)
                _ = sender.enqueue(
                    bytes(Int.random(in: 1...65_536, using: &dice)),
                    on: id,
                    sent
                )
                while let next = sender.nextToSend() {
                    sent += next.frame.body.readableBytes
                    try receiver.received(next.frame.body, on: next.frame.id)
                }
                if Bool.random(using: &dice), let item = receiver.take(id) {
                    taken += item.readableBytes
                }
                while let credit = receiver.nextCredit() {
                    try sender.credited(credit.creditBytes, on: credit.id)
                }
                #expect(sent - taken <= 4 * Int(Self.limits.streamCreditBytes))
            }
        }
    }
}

extension Flow {
    /// The only flow in its process.
    init(limits: ConnectionLimits) {
        self.init(limits: limits, unread: .roomy)
    }
}

extension UnreadBudget {
    /// More than any test takes.
    static var roomy: UnreadBudget { UnreadBudget(bytes: 1 << 40) }
}

/// Compares the result of a noncopyable value.
func check<Value: Equatable>(
    _ value: Value,
    is expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}

/// The violation that a closure throws.
func violation(_ body: () throws(ProtocolViolation) -> Void) -> ProtocolViolation? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}
