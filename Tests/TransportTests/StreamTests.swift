import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

@Suite(.timeLimit(.minutes(30))) struct StreamTests {
    @Test func `much more than the credit flows both ways`() async throws {
        let total = 10_000_000
        try await withNetwork(pouring) { caller in
            let stream = try await caller.open(Pour(down: total), in: CallContext())
            async let sent: Void = {
                var left = total
                while left > 0 {
                    let count = min(left, Limits.itemBytesMax)
                    try await stream.send(ByteBuffer(repeating: 2, count: count))
                    left -= count
                }
                try await stream.finish()
            }()
            var down = 0
            while let item = try await stream.next() { down += item.readableBytes }
            try await sent
            #expect(down == total)
            let up = try await stream.reply().up
            #expect(up == total)
        }
    }

    /// A stream of which nothing is read, once its sender has come to the gate and everything in
    /// transit has arrived: calls on the same connection are answered meanwhile.
    private func heldBack(
        by caller: RemoteCaller,
        after gate: Gate
    ) async throws -> CallStream<Pour> {
        let stream = try await caller.open(Pour(down: 0), in: CallContext())
        await gate.pass()
        await #expect(throws: WireError.unknownCall.fault) {
            try await caller.call(Act(), in: CallContext())
        }
        return stream
    }

    @Test func `a sender waits for a reader that does not read`() async throws {
        let sent = Count()
        let gate = Gate()
        let window = Limits.streamCreditBytes / 65_536
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                for _ in 0..<100 {
                    try await stream.send(ByteBuffer(repeating: 1, count: 65_536))
                    if sent.add() == window { gate.open() }
                }
                return Pour.Reply(up: 0)
            }
        }
        try await withNetwork(switchboard) { caller in
            let stream = try await heldBack(by: caller, after: gate)
            #expect(sent.value == window)
            var items = 0
            while try await stream.next() != nil { items += 1 }
            #expect(items == 100)
            _ = try await stream.reply()
        }
    }

    @Test func `items that are sent together wait for a reader that does not read`() async throws {
        let sent = Count()
        let gate = Gate()
        let window = Limits.streamCreditBytes / 65_536 / 2
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                for number in 0..<20 as Range<UInt8> {
                    let items = (0..<2 as Range<UInt8>).map { half in
                        ByteBuffer(repeating: 2 * number + half, count: 65_536)
                    }
                    try await stream.send(contentsOf: items)
                    if sent.add() == window { gate.open() }
                }
                return Pour.Reply(up: 0)
            }
        }
        try await withNetwork(switchboard) { caller in
            let stream = try await heldBack(by: caller, after: gate)
            #expect(sent.value == window)
            var items: [UInt8] = []
            while let item = try await stream.next() {
                #expect(item.readableBytes == 65_536)
                items.append(item.readableBytesView.first ?? 0)
            }
            #expect(items == Array(0..<40))
            _ = try await stream.reply()
        }
    }

    @Test func `many streams interleave`() async throws {
        try await withNetwork(pouring) { caller in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...100 {
                    group.addTask {
                        let stream = try await caller.open(
                            Pour(down: number * 1_000),
                            in: CallContext()
                        )
                        try await stream.finish()
                        var bytes = 0
                        while let item = try await stream.next() { bytes += item.readableBytes }
                        _ = try await stream.reply()
                        return bytes
                    }
                }
                let sum = try await group.reduce(0, +)
                #expect(sum == 5_050_000)
            }
        }
    }

    @Test func `the reply alone may be read`() async throws {
        try await withNetwork(pouring) { caller in
            let stream = try await caller.open(Pour(down: 1_000_000), in: CallContext())
            try await stream.send(ByteBuffer(string: "abc"))
            let up = try await stream.reply().up
            #expect(up == 3)
        }
    }

    @Test func `items that came before the reply can be read after it`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                for _ in 0..<3 { try await stream.send(ByteBuffer(string: "x")) }
                return Pour.Reply(up: 0)
            }
        }
        try await withNetwork(switchboard) { caller in
            let stream = try await caller.open(Pour(down: 0), in: CallContext())
            // The reply to a later call has arrived: so the stream's reply has too.
            await #expect(throws: WireError.unknownCall.fault) {
                try await caller.call(Act(), in: CallContext())
            }
            var items = 0
            while try await stream.next() != nil { items += 1 }
            #expect(items == 3)
            _ = try await stream.reply()
        }
    }

    @Test func `a fault ends a stream for readers, senders and waiting callers`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) -> Pour.Reply in
                try await stream.send(ByteBuffer(string: "x"))
                throw TestError.stale
            }
        }
        try await withNetwork(switchboard) { caller in
            let stream = try await caller.open(Pour(down: 0), in: CallContext())
            let item = try await stream.next()
            #expect(item == ByteBuffer(string: "x"))
            await #expect(throws: TestError.stale.fault) { try await stream.next() }
            await #expect(throws: TestError.stale.fault) {
                try await stream.send(ByteBuffer(string: "y"))
            }
            await #expect(throws: TestError.stale.fault) { try await stream.reply() }
        }
    }

    @Test func `cancelling a stream stops its handler`() async throws {
        let started = Gate()
        let ended = Gate()
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                defer { ended.open() }
                started.open()
                while try await stream.next() != nil {}
                return Pour.Reply(up: 0)
            }
        }
        try await withNetwork(switchboard) { caller in
            let stream = try await caller.open(Pour(down: 0), in: CallContext())
            await started.pass()
            stream.cancel()
            await ended.pass()
            await #expect(throws: WireError.cancelled.fault) { try await stream.next() }
            await #expect(throws: WireError.cancelled.fault) { try await stream.reply() }
            await #expect(throws: WireError.cancelled.fault) {
                try await stream.send(ByteBuffer(string: "late"))
            }
        }
    }

    @Test func `a stream that is deinitialized is cancelled`() async throws {
        let ended = Gate()
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                defer { ended.open() }
                while try await stream.next() != nil {}
                return Pour.Reply(up: 0)
            }
        }
        try await withNetwork(switchboard) { caller in
            _ = try await caller.open(Pour(down: 0), in: CallContext())
            await ended.pass()
        }
    }

    @Test func `the handler of a lost client's stream is stopped`() async throws {
        let started = Gate()
        let ended = Gate()
        let switchboard = Switchboard {
            $0.on { (_: Pour, stream: ServedStream<Pour>, _) in
                defer { ended.open() }
                started.open()
                while true { try await stream.send(ByteBuffer(repeating: 1, count: 65_536)) }
            }
        }
        try await withServer(switchboard) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Pour(down: 0), id: 1, flags: .stream))
                await started.pass()
            }
            await ended.pass()
        }
    }

    @Test func `a stream without a deadline outlives the default one`() async throws {
        var timing = TransportTiming.patient
        timing.call = .milliseconds(20)
        let gate = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                try await suspended(until: Gate())
                return Echo.Reply(text: call.text)
            }
            $0.on { (_: Pour, stream: ServedStream<Pour>, context) in
                #expect(context.deadline == nil)
                await gate.pass()
                return Pour.Reply(up: 1)
            }
        }
        try await withNetwork(switchboard, timing: timing) { caller in
            let stream = try await caller.open(Pour(down: 0), in: CallContext())
            await #expect(throws: WireError.expired.fault) {
                try await caller.call(Echo(text: ""), in: CallContext())
            }
            gate.open()
            let up = try await stream.reply().up
            #expect(up == 1)
        }
    }

    @Test func `an item one byte too long is refused`() async throws {
        try await withNetwork(pouring) { caller in
            let stream = try await caller.open(Pour(down: 0), in: CallContext())
            await #expect(throws: WireError.tooLarge.fault) {
                try await stream.send(ByteBuffer(repeating: 1, count: Limits.itemBytesMax + 1))
            }
            try await stream.send(ByteBuffer(repeating: 1, count: Limits.itemBytesMax))
            let up = try await stream.reply().up
            #expect(up == Limits.itemBytesMax)
        }
    }
}
