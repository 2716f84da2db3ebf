import NIOCore
import TestBasics
import Testing
import Wire

@testable import Transport

/// The client's side as a pure value: no channel, and strings as askers.
@Suite struct ClientCallsTests {
    private func side(
        _ change: (inout ConnectionLimits) -> Void = { _ in },
        lastID: UInt32 = 0
    )
        -> ClientCalls<String>
    {
        var limits = ConnectionLimits.standard
        change(&limits)
        return ClientCalls(limits: limits, unread: .roomy, lastID: lastID)
    }

    private func answered(_ received: ClientCalls<String>.Received) -> String? {
        guard case .answered(_, let asker, let answer, _) = received else { return nil }
        switch answer {
        case .reply(let body): return "\(asker ?? "nobody"): \(String(buffer: body))"
        case .fault(_, let isBegun): return "\(asker ?? "nobody"): fault, begun \(isBegun)"
        }
    }

    private func reply(_ id: UInt32, _ text: String) -> Frame {
        Frame(.reply, id: id, body: ByteBuffer(string: text))
    }

    @Test func `ids rise from one and replies come in any order`() throws {
        var side = side()
        check(side.open("a", isStream: false, deadline: .distantFuture), is: 1)
        check(side.open("b", isStream: false, deadline: .distantFuture), is: 2)
        check(answered(try side.receive(reply(2, "two"))), is: "b: two")
        check(answered(try side.receive(reply(1, "one"))), is: "a: one")
        check(side.count, is: 0)
    }

    @Test func `a second last frame is dropped, one never opened is a violation`() throws {
        var side = side()
        _ = side.open("a", isStream: false, deadline: .distantFuture)
        _ = try side.receive(reply(1, "x"))
        check(answered(try side.receive(reply(1, "x"))), is: nil)
        check(
            violation { () throws(ProtocolViolation) in _ = try side.receive(reply(2, "x")) },
            is: .neverOpened(2)
        )
    }

    @Test func `a fault says whether the call had begun`() throws {
        var side = side()
        _ = side.open("a", isStream: false, deadline: .distantFuture)
        _ = side.open("b", isStream: false, deadline: .distantFuture)
        check(answered(try side.receive(Frame(.fault, id: 1))), is: "a: fault, begun true")
        check(
            answered(try side.receive(Frame(.fault, id: 2, flags: .notBegun))),
            is: "b: fault, begun false"
        )
    }

    @Test func `no more calls are open than the limit, cancelled ones included`() throws {
        var side = side { $0.calls = 2 }
        check(side.open("a", isStream: false, deadline: .distantFuture), is: 1)
        check(side.open("b", isStream: false, deadline: .distantFuture), is: 2)
        check(side.open("c", isStream: false, deadline: .distantFuture), is: nil)
        check(side.cancel(1), is: "a")
        check(side.cancel(1), is: nil)
        check(side.open("c", isStream: false, deadline: .distantFuture), is: nil)
        check(answered(try side.receive(reply(1, "late"))), is: "nobody: late")
        check(side.open("c", isStream: false, deadline: .distantFuture), is: 3)
    }

    @Test func `the ids end before the sign bit, and the connection drains`() {
        var side = side(lastID: Frame.callIDMax - 2)
        check(side.open("a", isStream: false, deadline: .distantFuture), is: Frame.callIDMax - 1)
        check(side.isDraining, is: false)
        check(side.open("b", isStream: false, deadline: .distantFuture), is: Frame.callIDMax)
        check(side.isDraining, is: true)
        check(side.open("c", isStream: false, deadline: .distantFuture), is: nil)
    }

    @Test func `after a drain no call is opened and running ones are answered`() throws {
        var side = side()
        _ = side.open("a", isStream: false, deadline: .distantFuture)
        _ = try side.receive(Frame(.drain))
        check(side.open("b", isStream: false, deadline: .distantFuture), is: nil)
        check(answered(try side.receive(reply(1, "x"))), is: "a: x")
    }

    @Test func `deadlines expire to the moment`() {
        var side = side()
        let now = NIODeadline.now()
        _ = side.open("soon", isStream: false, deadline: now + .seconds(1))
        _ = side.open("later", isStream: false, deadline: now + .seconds(2))
        check(side.nextDeadline, is: now + .seconds(1))
        check(side.expired(at: now + .milliseconds(999)), is: [])
        check(side.expired(at: now + .seconds(1)), is: ["soon"])
        check(side.cancel(1), is: "soon")
        check(side.nextDeadline, is: now + .seconds(2))
        check(side.expired(at: now + .seconds(1)), is: [])
    }

    @Test func `a lost connection ends all calls`() {
        var side = side()
        for name in ["a", "b", "c"] {
            _ = side.open(name, isStream: false, deadline: .distantFuture)
        }
        _ = side.cancel(2)
        check(side.lose(), is: ["a", "c"])
        check(side.count, is: 0)
        check(side.open("d", isStream: false, deadline: .distantFuture), is: nil)
    }

    @Test func `items reach only streams, and cost credit even when unread`() throws {
        var side = side()
        _ = side.open("call", isStream: false, deadline: .distantFuture)
        _ = side.open("stream", isStream: true, deadline: .distantFuture)
        let item = ByteBuffer(string: "x")
        check(
            violation { () throws(ProtocolViolation) in
                _ = try side.receive(Frame(.item, id: 1, body: item))
            },
            is: .noStream(1)
        )
        guard case .item("stream") = try side.receive(Frame(.item, id: 2, body: item)) else {
            Issue.record("The item did not reach the stream.")
            return
        }
        _ = side.cancel(2)
        _ = side.flow.close(2)
        let large = ByteBuffer(repeating: 0, count: Limits.itemBytesMax)
        let fitting = Limits.connectionCreditBytes / Limits.itemBytesMax - 1
        for _ in 0..<fitting { _ = try side.receive(Frame(.item, id: 2, body: large)) }
        check(
            violation { () throws(ProtocolViolation) in
                for _ in 0..<2 { _ = try side.receive(Frame(.item, id: 2, body: large)) }
            },
            is: .overspent(0)
        )
    }

    @Test func `a server may not make calls`() {
        for kind in [FrameKind.hello, .welcome, .proof, .call, .end, .cancel] {
            var side = side()
            check(
                violation { () throws(ProtocolViolation) in _ = try side.receive(Frame(kind, id: 1))
                },
                is: .unexpected(kind)
            )
        }
    }
}

@Suite struct ServerCallsTests {
    private func call(_ id: UInt32, bytes: Int = 0, flags: FrameFlags = []) -> Frame {
        Frame(
            .call,
            id: id,
            flags: flags,
            number: 1,
            body: ByteBuffer(repeating: 0, count: bytes)
        )
    }

    @Test func `a call begins, is cancelled once, and answered once`() throws {
        var side = ServerCalls<String>(limits: .standard, unread: .roomy)
        check(try side.receive(call(3)), is: .begin(call(3)))
        side.started(3, "run")
        check(side.run(3), is: "run")
        check(try side.receive(Frame(.cancel, id: 3)), is: .cancel(3))
        check(try side.receive(Frame(.cancel, id: 3)), is: .nothing)
        check(side.answer(3), is: true)
        check(side.answer(3), is: false)
        check(try side.receive(Frame(.cancel, id: 3)), is: .nothing)
    }

    @Test func `ids must rise`() throws {
        var side = ServerCalls<String>(limits: .standard, unread: .roomy)
        _ = try side.receive(call(3))
        for id in [3, 2] as [UInt32] {
            check(
                violation { () throws(ProtocolViolation) in _ = try side.receive(call(id)) },
                is: .idRepeated(id)
            )
        }
        check(try side.receive(call(9)), is: .begin(call(9)))
    }

    @Test func `while draining, new calls are refused and running ones continue`() throws {
        var side = ServerCalls<String>(limits: .standard, unread: .roomy)
        _ = try side.receive(call(1))
        side.drain()
        check(try side.receive(call(2)), is: .refuse(2, .unavailable))
        check(side.count, is: 1)
        check(side.answer(1), is: true)
        check(side.answer(2), is: false)
    }

    @Test func `call bodies in memory are bounded, and finished calls make room`() throws {
        var side = ServerCalls<String>(limits: .standard, unread: .roomy)
        let large = Limits.frameBytesMax - 100
        var id: UInt32 = 0
        for _ in 0..<64 {
            id += 1
            check(try side.receive(call(id, bytes: large)), is: .begin(call(id, bytes: large)))
        }
        check(try side.receive(call(100, bytes: large)), is: .refuse(100, .overloaded))
        _ = side.answer(1)
        check(
            try side.receive(call(101, bytes: large)),
            is: .begin(call(101, bytes: large))
        )
    }

    @Test func `items of a cancelled stream are dropped`() throws {
        var side = ServerCalls<String>(limits: .standard, unread: .roomy)
        _ = try side.receive(call(1, flags: .stream))
        let item = Frame(.item, id: 1, body: ByteBuffer(string: "x"))
        check(try side.receive(item), is: .item(1))
        _ = try side.receive(Frame(.cancel, id: 1))
        _ = side.flow.close(1)
        check(try side.receive(item), is: .nothing)
        check(try side.receive(Frame(.end, id: 1)), is: .nothing)
    }

    @Test func `a lost connection returns its running calls`() throws {
        var side = ServerCalls<String>(limits: .standard, unread: .roomy)
        for id in 1...3 as ClosedRange<UInt32> {
            _ = try side.receive(call(id))
            side.started(id, "\(id)")
        }
        _ = side.answer(2)
        check(side.lose(), is: ["1", "3"])
        check(side.answer(1), is: false)
    }

    @Test func `from a seed, every accepted call gets one last frame`() throws {
        for seed in 0..<200 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var side = ServerCalls<UInt32>(limits: .standard, unread: .roomy)
            var begun: Set<UInt32> = []
            var ended = 0
            var next: UInt32 = 0
            for _ in 0..<200 {
                switch Int.random(in: 0..<4, using: &dice) {
                case 0, 1:
                    next += 1
                    if case .begin = try side.receive(call(next)) {
                        side.started(next, next)
                        begun.insert(next)
                    }
                case 2:
                    guard next > 0 else { continue }
                    let id = UInt32.random(in: 1...next, using: &dice)
                    _ = try side.receive(Frame(.cancel, id: id))
                default:
                    guard let id = begun.randomElement(using: &dice) else { continue }
                    if side.answer(id) { ended += 1 }
                }
            }
            let left = side.lose().count
            #expect(ended + left == begun.count)
        }
    }
}
