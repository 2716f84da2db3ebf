import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

/// Streams that a draining server does not accept.
@Suite(.timeLimit(.minutes(30))) struct FailoverStreamTests {
    /// Opens a stream at a server that refuses it after some of its items, and passes it to the
    /// body. From then on another server answers.
    private func withTurnedAway(
        after frames: Int,
        limits: ConnectionLimits = .standard,
        _ body: @escaping @Sendable (CallStream<Pour>, _ turnAway: Gate) async throws -> Void
    ) async throws {
        let connections = Count()
        let turnAway = Gate()
        let stopping: @Sendable (inout RawPeer) async throws -> Void = { peer in
            guard connections.add() == 1 else { return }
            try await peer.accept(limits: limits)
            var id: UInt32 = 0
            for _ in 0...frames { id = try await peer.next()?.id ?? id }
            await turnAway.pass()
            try await peer.send(
                Frame(.drain),
                Frame(
                    .fault,
                    id: id,
                    flags: .notBegun,
                    body: try WireEncoder().encode(WireError.unavailable.fault)
                )
            )
            while try await peer.next() != nil {}
        }
        try await RawPeer.listen(serverState: stopping) { first in
            let second = try HeldPorts.next()
            try await withCaller(of: [first, second]) { caller in
                let stream = try await caller.open(Pour(down: 70_000), in: CallContext())
                try await withServer(pouring, port: second) { _, _ in
                    try await body(stream, turnAway)
                }
            }
        }
    }

    @Test func `a stream on which nothing was sent is restarted`() async throws {
        try await withTurnedAway(after: 0) { stream, turnAway in
            async let first = stream.next()
            turnAway.open()
            var bytes = try await first?.readableBytes ?? 0
            try await stream.finish()
            while let item = try await stream.next() { bytes += item.readableBytes }
            #expect(bytes == 70_000)
            #expect(try await stream.reply().up == 0)
        }
    }

    @Test func `sent items are resent, in order and once`() async throws {
        try await withTurnedAway(after: 3) { stream, turnAway in
            for count in 1...3 {
                try await stream.send(ByteBuffer(repeating: 2, count: count * 1_000))
            }
            turnAway.open()
            for _ in 0..<10 { try await stream.send(ByteBuffer(repeating: 3, count: 50_000)) }
            #expect(try await stream.reply().up == 506_000)
        }
    }

    /// A server of the previous release gives a stream twice the credit.
    @Test(arguments: [2, 4] as [UInt32])
    func `a sender that waits for credit is moved too`(items: UInt32) async throws {
        var limits = ConnectionLimits.standard
        limits.streamCreditBytes = items * limits.itemBytes
        try await withTurnedAway(after: Int(items), limits: limits) { stream, turnAway in
            async let sent: Void = {
                for _ in 0..<10 { try await stream.send(ByteBuffer(repeating: 3, count: 65_536)) }
            }()
            turnAway.open()
            try await sent
            #expect(try await stream.reply().up == 655_360)
        }
    }

    @Test func `a caller may wait for the reply alone`() async throws {
        try await withTurnedAway(after: 1) { stream, turnAway in
            try await stream.send(ByteBuffer(repeating: 2, count: 10))
            async let reply = stream.reply()
            turnAway.open()
            #expect(try await reply.up == 10)
        }
    }

    @Test func `a cancelled stream is not moved`() async throws {
        try await withTurnedAway(after: 0) { stream, turnAway in
            stream.cancel()
            turnAway.open()
            await #expect(throws: WireError.cancelled.fault) { try await stream.reply() }
        }
    }
}
