import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

/// Clients that do not read what they are sent, and other streams on the same connection.
@Suite(.timeLimit(.minutes(10))) struct SilentReaderTests {
    /// The limits of an early release, whose credit for a connection does not cover its streams.
    private static let uncovered: ConnectionLimits = {
        var limits = ConnectionLimits.standard
        limits.streams = 128
        limits.streamCreditBytes = 262_144
        limits.connectionCreditBytes = 8_388_608
        return limits
    }()

    /// The limits of a server that takes two streams at a time.
    private static let twoStreams: ConnectionLimits = {
        var limits = ConnectionLimits.standard
        limits.streams = 2
        return limits
    }()

    @Test func `a connection's credit covers all its streams`() {
        let limits = ConnectionLimits.standard
        #expect(limits.streams * limits.streamCreditBytes <= limits.connectionCreditBytes)
        #expect(limits.streamsCovered == Int(limits.streams))
        #expect(Self.uncovered.streamsCovered == 32)
    }

    @Test func `a client of the previous release accepts a server's limits`() {
        let limits = ConnectionLimits.standard
        #expect(limits.streams <= limits.calls)
        #expect((2 * limits.itemBytes...262_144).contains(limits.streamCreditBytes))
        #expect(
            (limits.streamCreditBytes...16_777_216).contains(limits.connectionCreditBytes)
        )
    }

    @Test func `a stream flows beside the maximum of unread ones`() async throws {
        try await withNetwork(pouring) { caller in
            var silent: [CallStream<Pour>] = []
            for _ in 1..<Limits.streamsMax {
                silent.append(try await caller.open(Pour(down: 1_000_000), in: CallContext()))
            }
            // Each has filled its window when its first item arrives, because streams take turns.
            for stream in silent { _ = try await stream.next() }
            let total = 4 * Limits.connectionCreditBytes
            let stream = try await caller.open(Pour(down: total), in: CallContext())
            try await stream.finish()
            var bytes = 0
            while let item = try await stream.next() { bytes += item.readableBytes }
            #expect(bytes == total)
            for stream in silent { stream.cancel() }
        }
    }

    @Test func `a server whose credit does not cover its streams gets no more than it covers`()
        async throws
    {
        try await RawPeer.listen { peer in
            try await peer.accept(limits: Self.uncovered)
            // All but the last of the covered streams are filled and unread.
            for id in 1...32 as ClosedRange<UInt32> {
                let call = try #require(try await peer.next())
                #expect(call.kind == .call && call.id == id)
            }
            let item = ByteBuffer(repeating: 1, count: 65_536)
            for id in 1...31 as ClosedRange<UInt32> {
                for _ in 0..<4 { try await peer.send(Frame(.item, id: id, body: item)) }
            }
            // The last one flows, because the sender respects both credits.
            var flow = Flow<Int>(limits: Self.uncovered)
            for id in 1...32 as ClosedRange<UInt32> { _ = flow.open(id) }
            for id in 1...31 as ClosedRange<UInt32> {
                for _ in 0..<4 { _ = flow.sendNow(item, on: id) }
            }
            for _ in 0..<200 {
                while true {
                    if let frame = flow.sendNow(item, on: 32) {
                        try await peer.send(frame)
                        break
                    }
                    let credit = try #require(try await peer.next())
                    // No new call begins.
                    #expect(credit.kind == .credit)
                    try flow.credited(credit.creditBytes, on: credit.id)
                }
            }
            let reply = try WireEncoder().encode(Pour.Reply(up: 0))
            try await peer.send(Frame(.reply, id: 32, body: reply))
            // Its end makes room for the next.
            while let frame = try await peer.next() {
                guard frame.kind == .call else { continue }
                #expect(frame.id == 33)
                try await peer.send(Frame(.reply, id: 33, body: reply))
            }
        } _: { port in
            try await withCaller(of: [port]) { caller in
                var streams: [CallStream<Pour>] = []
                for _ in 0..<32 {
                    streams.append(try await caller.open(Pour(down: 0), in: CallContext()))
                }
                async let next = caller.open(Pour(down: 0), in: CallContext())
                var items = 0
                while try await streams[31].next() != nil { items += 1 }
                #expect(items == 200)
                _ = try await next.reply()
                for stream in streams { stream.cancel() }
            }
        }
    }

    @Test func `an answered stream counts until it is read or cancelled`() async throws {
        let limits = Self.twoStreams
        let reply = try WireEncoder().encode(Pour.Reply(up: 0))
        let (answered, isAnswered) = AsyncStream.makeStream(of: Void.self)
        try await RawPeer.listen { peer in
            try await peer.accept(limits: limits)
            while let frame = try await peer.next() {
                switch frame.kind {
                case .call:
                    try await peer.send(Frame(.item, id: frame.id, body: ByteBuffer(string: "x")))
                    try await peer.send(Frame(.reply, id: frame.id, body: reply))
                    try await peer.send(Frame(.ping, id: frame.id))
                case .pong: isAnswered.yield()
                default: break
                }
            }
        } _: { port in
            try await withCaller(of: [port]) { caller in
                let read = try await caller.open(Pour(down: 0), in: CallContext())
                let silent = try await caller.open(Pour(down: 0), in: CallContext())
                for await _ in answered.prefix(2) {}
                // What the two have brought is still buffered.
                var context = CallContext()
                context.deadline = .now + .milliseconds(50)
                await #expect(throws: WireError.expired.fault) {
                    _ = try await caller.open(Pour(down: 0), in: context)
                }
                _ = try await read.reply()
                let third = try await caller.open(Pour(down: 0), in: CallContext())
                silent.cancel()
                let fourth = try await caller.open(Pour(down: 0), in: CallContext())
                _ = try await third.reply()
                _ = try await fourth.reply()
            }
        }
    }

    @Test func `two connections to an address take twice as many streams`() async throws {
        try await withServer(pouring) { server, port in
            try await withCaller(of: [port], connectionsPerAddress: 2) { caller in
                try await until { caller.streamsMax == 2 * Limits.streamsMax }
                #expect(caller.connectionCount == 2 && server.connectionCount == 2)
            }
        }
    }
}
