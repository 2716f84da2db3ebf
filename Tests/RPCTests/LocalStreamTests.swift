import NIOCore
import RPC
import Testing
import Wire

@Suite(.timeLimit(.minutes(1))) struct LocalStreamTests {
    private let talking = Switchboard {
        $0.on { (_: Talk, stream: ServedStream<Talk>, _) in
            var items = 0
            while let item = try await stream.next() {
                items += 1
                try await stream.send(item)
            }
            return Talk.Reply(items: items)
        }
    }

    @Test func `items flow both ways and the reply ends the stream`() async throws {
        let stream = try await talking.open(Talk(), in: CallContext())
        for text in ["a", "b"] {
            try await stream.send(ByteBuffer(string: text))
            let item = try await stream.next()
            #expect(item == ByteBuffer(string: text))
        }
        try await stream.finish()
        let last = try await stream.next()
        #expect(last == nil)
        let reply = try await stream.reply()
        #expect(reply.items == 2)
    }

    @Test func `the reply alone may be read`() async throws {
        let stream = try await talking.open(Talk(), in: CallContext())
        for _ in 0..<3 { try await stream.send(ByteBuffer(string: "x")) }
        let reply = try await stream.reply()
        #expect(reply.items == 3)
    }

    @Test func `a fault ends the stream for whoever reads and whoever waits`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: Talk, _: ServedStream<Talk>, _) -> Talk.Reply in throw OwnError.refused }
        }
        let stream = try await switchboard.open(Talk(), in: CallContext())
        await #expect(throws: OwnError.refused.fault) { try await stream.next() }
        await #expect(throws: OwnError.refused.fault) { try await stream.reply() }
    }

    @Test func `an item one byte too long is refused`() async throws {
        let stream = try await talking.open(Talk(), in: CallContext())
        try await stream.send(ByteBuffer(repeating: 0, count: Limits.itemBytesMax))
        await #expect(throws: WireError.tooLarge.fault) {
            try await stream.send(ByteBuffer(repeating: 0, count: Limits.itemBytesMax + 1))
        }
        let reply = try await stream.reply()
        #expect(reply.items == 1)
    }

    @Test func `a cancelled stream fails with that`() async throws {
        let stream = try await talking.open(Talk(), in: CallContext())
        stream.cancel()
        await #expect(throws: WireError.cancelled.fault) {
            while try await stream.next() != nil {}
        }
    }

    @Test func `access holds for streams too`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: GuardedTalk, _: ServedStream<GuardedTalk>, _) in Nothing() }
        }
        let stream = try await switchboard.open(GuardedTalk(), in: CallContext())
        await #expect(throws: WireError.forbidden.fault) { try await stream.reply() }
    }
}

/// A stream for the gateway.
private struct GuardedTalk: StreamCall {
    static let id: CallID = 0x7E07
    static let effect = Effect.none
    static let access = Access.cluster([.gateway])
    typealias Up = Nothing
    typealias Down = Nothing
    typealias Reply = Nothing
}
