import NIOCore
import RPC
import Testing
import Wire

@Suite(.timeLimit(.minutes(30))) struct LocalStreamTests {
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

    @Test func `a fault ends the stream for readers and waiting callers`() async throws {
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

    @Test func `a cancelled stream fails as cancelled`() async throws {
        let stream = try await talking.open(Talk(), in: CallContext())
        stream.cancel()
        await #expect(throws: WireError.cancelled.fault) {
            while try await stream.next() != nil {}
        }
    }

    /// A switchboard whose handler signals its start and its end, and waits on the stream.
    private func waiting(
        _ began: AsyncStream<Void>.Continuation,
        _ ended: AsyncStream<Void>.Continuation,
        isSending: Bool
    ) -> Switchboard {
        Switchboard {
            $0.on { (_: Talk, stream: ServedStream<Talk>, _) in
                defer { ended.finish() }
                began.finish()
                if isSending {
                    for _ in 0..<1_000 {
                        try await stream.send(ByteBuffer(repeating: 0, count: 65_536))
                    }
                }
                while try await stream.next() != nil {}
                return Talk.Reply(items: 0)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a cancelled stream stops a handler that waits on it`(isSending: Bool) async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let stream = try await waiting(begin, end, isSending: isSending)
            .open(Talk(), in: CallContext())
        for await _ in began {}
        stream.cancel()
        for await _ in ended {}
        await #expect(throws: WireError.cancelled.fault) { try await stream.next() }
        await #expect(throws: WireError.cancelled.fault) { try await stream.reply() }
    }

    @Test func `a stream that is deinitialized is cancelled`() async throws {
        let (_, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        _ = try await waiting(begin, end, isSending: false).open(Talk(), in: CallContext())
        for await _ in ended {}
    }

    /// How a caller waits on its stream.
    enum Waiting: CaseIterable {
        case forItem, forRoom, forReply
    }

    private static func wait(_ waiting: Waiting, on stream: CallStream<Talk>) async throws {
        switch waiting {
        case .forItem: _ = try await stream.next()
        case .forRoom: try await fill(stream)
        case .forReply: _ = try await stream.reply()
        }
    }

    private static func fill(_ stream: CallStream<Talk>) async throws {
        for _ in 0..<1_000 { try await stream.send(ByteBuffer(repeating: 0, count: 65_536)) }
    }

    @Test(arguments: Waiting.allCases)
    func `a cancelled task on a stream cancels the call`(waiting: Waiting) async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let switchboard = Switchboard {
            $0.on { (_: Talk, stream: ServedStream<Talk>, _) in
                defer { end.finish() }
                try await Task.sleep(for: .seconds(3_600))
                return Talk.Reply(items: 0)
            }
        }
        let stream = try await switchboard.open(Talk(), in: CallContext())
        let asking = Task { try await Self.wait(waiting, on: stream) }
        asking.cancel()
        await #expect(throws: WireError.cancelled.fault) { try await asking.value }
        for await _ in ended {}
    }

    @Test func `access is checked for streams too`() async throws {
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
