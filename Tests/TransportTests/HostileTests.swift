import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

/// Peers that violate the protocol.
@Suite(.timeLimit(.minutes(30))) struct HostileTests {
    @Test func `a peer without the key learns nothing and is counted`() async throws {
        try await withServer { server, port in
            try await RawPeer.connect(to: port) { peer in
                await #expect(throws: HandshakeRefusal.closed) {
                    try await peer.open(keys: .test("other"))
                }
            }
            try await until { server.refusedPeers == 1 }
        }
    }

    @Test func `a peer that wants another service is closed`() async throws {
        try await withServer { server, port in
            try await RawPeer.connect(to: port) { peer in
                await #expect(throws: HandshakeRefusal.closed) {
                    try await peer.open(wanting: .identity)
                }
            }
            try await until { server.refusedPeers == 1 }
        }
    }

    @Test func `a first frame that is too long closes before it arrives`() async throws {
        try await withServer { server, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.send(bytes: ByteBuffer(integer: UInt32(513)))
                try await peer.expect(nil)
            }
            try await until { server.refusedPeers == 1 }
        }
    }

    @Test(arguments: [
        [Frame(.proof)], [hello, hello], [hello, Frame(.ping)],
        [hello, Frame(.call, id: 1, number: Echo.id)],
        [Frame(.welcome)], [Frame(.drain)],
    ])
    func `an unexpected frame before the proof closes`(frames: [Frame]) async throws {
        try await withServer { server, port in
            try await RawPeer.connect(to: port) { peer in
                for frame in frames { try? await peer.send(frame) }
                while let frame = try await peer.next() { #expect(frame.kind == .welcome) }
            }
            try await until { server.refusedPeers == 1 }
        }
    }

    @Test func `a call before the proof closes`() async throws {
        try await withServer { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.send(.call(Echo(text: ""), id: 1))
                try await peer.expect(nil)
            }
        }
    }

    private static let hello = Hello(versions: .spoken, nonce: [UInt8](repeating: 0, count: 32))
        .frame

    @Test(arguments: [0, 1, 20, hello.bytes.readableBytes])
    func `a peer that falls silent before its proof is closed`(bytes: Int) async throws {
        try await withServer(timing: .short) { server, port in
            try await RawPeer.connect(to: port) { peer in
                let begun = Array(buffer: Self.hello.bytes).prefix(bytes)
                if bytes > 0 { try? await peer.send(bytes: ByteBuffer(bytes: begun)) }
                while let frame = try await peer.next() { #expect(frame.kind == .welcome) }
            }
            try await until { server.refusedPeers == 1 }
        }
    }

    @Test
    func `the sixty-fifth unauthenticated peer is closed, and authentication makes room`()
        async throws
    {
        var timing = TransportTiming.patient
        timing.handshake = .seconds(600)
        try await withServer(timing: timing) { server, port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                let gate = Gate()
                for _ in 0..<Limits.unauthenticatedPeersMax {
                    group.addTask {
                        try await RawPeer.connect(to: port) { _ in await gate.pass() }
                    }
                }
                try await until { server.connectionCount == Limits.unauthenticatedPeersMax }
                try await RawPeer.connect(to: port) { peer in
                    try await peer.expect(nil)
                }
                try await until { server.refusedPeers == 1 }
                gate.open()
                try await group.waitForAll()
                try await until { server.connectionCount == 0 }
                try await RawPeer.connect(to: port) { peer in
                    try await peer.open()
                    try await peer.send(Frame(.ping, id: 5))
                    try await peer.expect(Frame(.pong, id: 5))
                }
            }
        }
    }

    @Test func `a flood of strangers does not disturb authenticated peers`() async throws {
        var timing = TransportTiming.patient
        timing.handshake = .seconds(600)
        try await withServer(timing: timing) { server, port in
            try await withCaller(of: [port]) { caller in
                _ = try await caller.call(Echo(text: ""), in: CallContext())
                let gate = Gate()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<3 * Limits.unauthenticatedPeersMax {
                        group.addTask {
                            try await RawPeer.connect(to: port) { _ in await gate.pass() }
                        }
                    }
                    try await until { server.refusedPeers == 2 * Limits.unauthenticatedPeersMax }
                    #expect(server.connectionCount == Limits.unauthenticatedPeersMax + 1)
                    for number in 0..<100 {
                        let reply = try await caller.call(
                            Echo(text: "\(number)"),
                            in: CallContext()
                        )
                        #expect(reply.text == "\(number)")
                    }
                    gate.open()
                    try await group.waitForAll()
                }
            }
        }
    }

    /// Opens a connection, sends frames, and expects it to be closed without a reply.
    private func expectClosed(
        _ frames: [Frame],
        by switchboard: Switchboard = echoes,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withServer(switchboard) { server, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                for frame in frames { try? await peer.send(frame) }
                while let frame = try await peer.next() {
                    #expect(frame.kind != .pong, sourceLocation: sourceLocation)
                }
            }
            try await until { server.violations == 1 }
        }
    }

    @Test(arguments: [
        Frame(.item, id: 1), Frame(.end, id: 1), Frame(.cancel, id: 1), .credit(1, id: 1),
        Frame(.reply, id: 1), Frame(.fault, id: 1), Frame(.drain), .credit(1, id: 0),
        Hello(versions: .spoken, nonce: [UInt8](repeating: 0, count: 32)).frame,
    ])
    func `an unexpected frame closes the connection`(frame: Frame) async throws {
        try await expectClosed([frame, Frame(.ping, id: 1)])
    }

    @Test func `an id that does not rise closes the connection`() async throws {
        let call = try Frame.call(Echo(text: ""), id: 5)
        try await expectClosed([call, call, Frame(.ping, id: 1)])
        let earlier = try Frame.call(Echo(text: ""), id: 4)
        try await expectClosed([call, earlier, Frame(.ping, id: 1)])
    }

    @Test func `items beyond the credit close the connection`() async throws {
        let hanging = Switchboard {
            $0.on { (_: Pour, _: ServedStream<Pour>, _) in
                try await suspended(until: Gate())
                return Pour.Reply(up: 0)
            }
        }
        let item = Frame(.item, id: 1, body: ByteBuffer(repeating: 0, count: 65_536))
        let open = try Frame.call(Pour(down: 0), id: 1, flags: .stream)
        let within = [open] + Array(repeating: item, count: Limits.streamCreditBytes / 65_536)
        try await withServer(hanging) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                for frame in within { try await peer.send(frame) }
                try await peer.send(Frame(.ping, id: 1))
                try await peer.expect(Frame(.pong, id: 1))
            }
        }
        let one = Frame(.item, id: 1, body: ByteBuffer(repeating: 0, count: 1))
        try await expectClosed(within + [one, Frame(.ping, id: 1)], by: hanging)
    }

    @Test func `one call or stream more than the limit closes the connection`() async throws {
        let hanging = Switchboard {
            $0.on { (call: Echo, _) in
                try await suspended(until: Gate())
                return Echo.Reply(text: call.text)
            }
            $0.on { (_: Pour, _: ServedStream<Pour>, _) in
                try await suspended(until: Gate())
                return Pour.Reply(up: 0)
            }
        }
        let calls = try (1...Limits.callsMax + 1).map {
            try Frame.call(Echo(text: ""), id: UInt32($0))
        }
        try await expectClosed(calls + [Frame(.ping, id: 1)], by: hanging)
        let streams = try (1...Limits.streamsMax + 1).map {
            try Frame.call(Pour(down: 0), id: UInt32($0), flags: .stream)
        }
        try await expectClosed(streams + [Frame(.ping, id: 1)], by: hanging)
    }

    @Test func `frames for a call that has ended are dropped`() async throws {
        try await withServer { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Echo(text: "x"), id: 1))
                let kind = try await peer.next()?.kind
                #expect(kind == .reply)
                try await peer.send(
                    Frame(.cancel, id: 1),
                    Frame(.end, id: 1),
                    .credit(1, id: 1),
                    Frame(.item, id: 1, body: ByteBuffer(string: "x")),
                    Frame(.ping, id: 1)
                )
                try await peer.expect(Frame(.pong, id: 1))
            }
        }
    }

    @Test func `a cancel is answered by exactly one last frame`() async throws {
        let started = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                started.open()
                try await suspended(until: Gate())
                return Echo.Reply(text: call.text)
            }
        }
        try await withServer(switchboard) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Echo(text: "x"), id: 1))
                await started.pass()
                try await peer.send(Frame(.cancel, id: 1), Frame(.cancel, id: 1))
                let last = try #require(try await peer.next())
                #expect(last.kind == .fault)
                #expect(try last.fault == WireError.cancelled.fault)
                try await peer.send(Frame(.cancel, id: 1), Frame(.ping, id: 1))
                try await peer.expect(Frame(.pong, id: 1))
            }
        }
    }

    @Test func `a body or context that cannot be read is malformed, and the connection lives`()
        async throws
    {
        try await withServer(pouring) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                let bad = ByteBuffer(bytes: [0xFF, 0x00])
                let context = try WireEncoder().encode([String: String]())
                try await peer.send(
                    Frame(.call, id: 1, flags: .stream, number: Pour.id, context: bad, body: bad),
                    Frame(
                        .call,
                        id: 2,
                        flags: .stream,
                        number: Pour.id,
                        context: context,
                        body: bad
                    ),
                    // {"user": "x"}, which is not a UUID.
                    Frame(
                        .call,
                        id: 3,
                        flags: .stream,
                        number: Pour.id,
                        context: ByteBuffer(bytes: [0xA1, 0x64] + "user".utf8 + [0x61, 0x78]),
                        body: bad
                    )
                )
                for _ in 0..<3 {
                    let refusal = try #require(try await peer.next())
                    #expect(try refusal.fault == WireError.malformed.fault)
                    #expect(refusal.flags == .notBegun)
                }
            }
        }
    }

    @Test func `a call refused before its handler is not begun, one refused by it is`() async throws
    {
        let switchboard = Switchboard {
            $0.on { (_: Echo, _) -> Echo.Reply in throw WireError.malformed }
            $0.on { (_: WhoAsks, _) -> WhoAsks.Reply in
                Issue.record("The handler ran.")
                throw WireError.bug
            }
        }
        let body = try WireEncoder().encode(Echo(text: ""))
        let context = try WireEncoder().encode([String: String]())
        let late = try WireEncoder().encode(["remainingMilliseconds": 0])
        try await withServer(switchboard) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open(as: .scoring)
                for (id, number, context, body, error, flags) in [
                    (1, Echo.id, context, body, WireError.malformed, []),
                    (2, Echo.id, context, ByteBuffer(), .malformed, .notBegun),
                    (3, Echo.id, late, body, .expired, .notBegun),
                    (4, WhoAsks.id, context, context, .forbidden, .notBegun),
                ] as [(UInt32, CallID, ByteBuffer, ByteBuffer, WireError, FrameFlags)] {
                    try await peer.send(
                        Frame(.call, id: id, number: number, context: context, body: body)
                    )
                    let last = try #require(try await peer.next())
                    #expect(last.id == id)
                    #expect(try last.fault == error.fault)
                    #expect(last.flags == flags)
                }
            }
        }
    }

    @Test func `a call made as a stream, or the reverse, is unknown`() async throws {
        try await withServer(pouring) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Pour(down: 0), id: 1))
                let refusal = try #require(try await peer.next())
                #expect(try refusal.fault == WireError.unknownCall.fault)
                #expect(refusal.flags == .notBegun)
            }
        }
    }

    @Test func `a silent client is pinged and then closed, one that answers is kept`() async throws
    {
        var timing = TransportTiming.patient
        timing.pingAfter = .milliseconds(100)
        timing.closeAfter = .seconds(1)
        try await withServer(timing: timing) { _, port in
            // A peer that a busy machine keeps from answering in time is closed like a silent one.
            try await until {
                try await RawPeer.connect(to: port) { peer in
                    try await peer.open()
                    // Each comes a tenth of a second after the last reply: twice the limit in all.
                    for _ in 0..<20 {
                        guard let ping = try await peer.next() else { return false }
                        #expect(ping.kind == .ping)
                        try? await peer.send(Frame(.pong, id: ping.id))
                    }
                    while let frame = try await peer.next() { #expect(frame.kind == .ping) }
                    return true
                }
            }
        }
    }

    @Test func `a client that does not read makes the server stop reading`() async throws {
        let begun = Count()
        let large = String(repeating: "x", count: 500_000)
        let switchboard = Switchboard {
            $0.on { (_: Echo, _) in
                begun.add()
                return Echo.Reply(text: large)
            }
        }
        var timing = TransportTiming.patient
        timing.pingAfter = .milliseconds(300)
        timing.closeAfter = .seconds(1)
        try await withServer(switchboard, timing: timing) { server, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                // 10,000 answers would be 5 GB. What is sent beyond what the server reads stays in
                // the sockets, so that sending does not end before the server has closed.
                for id in 1...10_000 as ClosedRange<UInt32> {
                    do {
                        try await peer.send(.call(Echo(text: ""), id: id))
                    } catch {
                        break
                    }
                }
                try await until { server.connectionCount == 0 }
            }
        }
        #expect(begun.value < 5_000)
    }

    @Test func `garbage from two hundred seeds closes connections and does no harm`() async throws {
        try await withServer(pouring) { _, port in
            let bodies = [Frame(.ping), Frame(.cancel, id: 1), .credit(1, id: 0)]
            for seed in 0..<200 as Range<UInt64> {
                var dice = Dice(seed: seed)
                var bytes = ByteBuffer()
                for _ in 0..<10 {
                    var frame = Array(buffer: bodies.randomElement(using: &dice)?.bytes ?? .init())
                    let index = Int.random(in: 0..<frame.count, using: &dice)
                    frame[index] = UInt8.random(in: 0...255, using: &dice)
                    bytes.writeBytes(frame)
                }
                let sent = bytes
                try await RawPeer.connect(to: port) { peer in
                    if seed.isMultiple(of: 2) { try await peer.open() }
                    try? await peer.send(bytes: sent)
                }
            }
            try await withCaller(of: [port]) { caller in
                let stream = try await caller.open(Pour(down: 10), in: CallContext())
                let up = try await stream.reply().up
                #expect(up == 0)
            }
        }
    }
}
