import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

/// The budget for unread items of all of a process' connections.
@Suite(.timeLimit(.minutes(10))) struct UnreadBudgetTests {
    /// The number of windows that a connection gets if it takes all that it can.
    private func fill(_ budget: UnreadBudget, from held: Int = 0) -> Int {
        var held = held
        while budget.take(1, beside: held) { held += 1 }
        return held
    }

    @Test func `it is 64 MiB, four connections' credit`() {
        #expect(Limits.unreadBytesMax == 64 << 20)
        #expect(Limits.unreadBytesMax == 4 * Limits.connectionCreditBytes)
    }

    @Test func `no connection uses up the budget of the others`() {
        let budget = UnreadBudget(bytes: 1_000)
        #expect(fill(budget) == 500)
        #expect(fill(budget) == 250)
        for _ in 0..<8 { #expect(fill(budget) > 0) }
        #expect(budget.bytesTaken <= 1_000)
    }

    @Test func `what is given back can be taken, to the last byte and no more`() {
        let budget = UnreadBudget(bytes: 10)
        #expect(budget.take(10, beside: 0))
        #expect(!budget.hasRoom(for: 1, beside: 0) && !budget.take(1, beside: 0))
        budget.giveBack(1)
        #expect(budget.hasRoom(for: 1, beside: 0) && !budget.hasRoom(for: 1, beside: 1))
        #expect(budget.take(1, beside: 0))
        #expect(budget.bytesTaken == 10)
    }

    @Test func `a closed connection has given everything back`() {
        let budget = UnreadBudget(bytes: 1 << 30)
        do {
            var flow = Flow<String>(limits: .standard, unread: budget)
            for id in 1...3 as ClosedRange<UInt32> { _ = flow.open(id) }
            #expect(budget.bytesTaken == 3 * Limits.streamCreditBytes)
            _ = flow.close(2)
            _ = flow.close(2)
            #expect(budget.bytesTaken == 2 * Limits.streamCreditBytes)
        }
        #expect(budget.bytesTaken == 0)
    }

    @Test func `a server refuses a stream without room, and only that call`() async throws {
        let budget = UnreadBudget(bytes: 3 * Limits.streamCreditBytes)
        try await withServer(pouring, unread: budget) { server, port in
            try await withCaller(of: [port]) { greedy in
                let first = try await greedy.open(Pour(down: 0), in: CallContext())
                let second = try await greedy.open(Pour(down: 0), in: CallContext())
                let third = try await greedy.open(Pour(down: 0), in: CallContext())
                var overloaded = WireError.overloaded.fault
                overloaded.retryAfterSeconds = 1
                await #expect(throws: overloaded) { try await third.reply() }
                // Another connection still has room.
                try await withCaller(of: [port]) { other in
                    let stream = try await other.open(Pour(down: 0), in: CallContext())
                    try await stream.send(ByteBuffer(string: "abc"))
                    let up = try await stream.reply().up
                    #expect(up == 3)
                }
                _ = try await first.reply()
                _ = try await second.reply()
            }
            try await until { budget.bytesTaken == 0 }
            #expect(server.violations == 0)
        }
    }

    @Test func `a client opens no stream without room`() async throws {
        let budget = UnreadBudget(bytes: 2 * Limits.streamCreditBytes)
        try await withServer(pouring) { _, port in
            try await withCaller(of: [port], unread: budget) { caller in
                let first = try await caller.open(Pour(down: 10), in: CallContext())
                await #expect(throws: WireError.overloaded.fault) {
                    try await caller.open(Pour(down: 10), in: CallContext())
                }
                // A stream that was read to its end gives its window back.
                _ = try await first.reply()
                #expect(budget.bytesTaken == 0)
                let second = try await caller.open(Pour(down: 10), in: CallContext())
                #expect(try await second.next()?.readableBytes == 10)
                second.cancel()
                try await until { budget.bytesTaken == 0 }
            }
        }
    }
}

/// The streams that ten connections between gateways and mediads may open are as many as the
/// gateways expect.
@Suite(.timeLimit(.minutes(10))) struct ManyConnectionsTests {
    /// Sends one item on each stream and reads none, until the call is cancelled.
    private let watched = Switchboard {
        $0.on { (_: Watch, stream: ServedStream<Watch>, _) in
            try await stream.send(ByteBuffer(string: "x"))
            _ = await OneShot<Bool>().value(orCancelled: false)
            return Nothing()
        }
    }

    /// One process' budget.
    private var budget: UnreadBudget { UnreadBudget(bytes: Limits.unreadBytesMax) }

    /// Runs callers, each with two connections and a budget as in its own process.
    private func withCallers(
        _ count: Int,
        of port: Int,
        beside callers: [RemoteCaller] = [],
        _ body: ([RemoteCaller]) async throws -> Void
    ) async throws {
        guard callers.count < count else { return try await body(callers) }
        try await withCaller(of: [port], connectionsPerAddress: 2, unread: budget) { caller in
            try await until { caller.connectionCount == 2 }
            try await withCallers(count, of: port, beside: callers + [caller], body)
        }
    }

    /// Opens a stream and reads an item.
    private func open(_ caller: RemoteCaller) async throws -> CallStream<Watch> {
        let stream = try await caller.open(Watch(), in: CallContext())
        #expect(try await stream.next() == ByteBuffer(string: "x"))
        return stream
    }

    @Test func `a server accepts as many streams as its five clients expect`() async throws {
        let unread = budget
        try await withServer(watched, unread: unread) { server, port in
            try await withCallers(5, of: port) { callers in
                #expect(server.connectionCount == 10)
                var streams: [CallStream<Watch>] = []
                for caller in callers {
                    #expect(caller.streamsMax == 2 * Limits.streamsMax)
                    for _ in 0..<caller.streamsMax { streams.append(try await open(caller)) }
                }
                #expect(streams.count == 640)
                // The client sends no items.
                #expect(unread.bytesTaken == 0)
                for stream in streams { stream.cancel() }
            }
        }
    }

    @Test func `a client opens as many streams on ten connections as it expects`() async throws {
        let unread = budget
        try await withServer(watched) { _, port in
            try await withCaller(of: [port], unread: unread) { other in
                let others = try await open(other)
                try await withCaller(
                    of: [port],
                    connectionsPerAddress: 10,
                    unread: unread
                ) { caller in
                    try await until { caller.connectionCount == 10 }
                    #expect(caller.streamsMax == 210)
                    var streams = try await withThrowingTaskGroup { group in
                        for _ in 0..<caller.streamsMax {
                            group.addTask { try await open(caller) }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    // One after the other, until none has room.
                    await #expect(throws: WireError.overloaded.fault) {
                        while true { streams.append(try await open(caller)) }
                    }
                    #expect(streams.count >= 230)
                    #expect(unread.bytesTaken <= Limits.unreadBytesMax)
                    for stream in streams { stream.cancel() }
                }
                others.cancel()
            }
        }
    }

    @Test func `an item on a stream that takes none is dropped`() async throws {
        try await withServer(watched) { server, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Watch(), id: 1, flags: .stream))
                for _ in 0..<(Limits.connectionCreditBytes * 3 / 4 / Limits.itemBytesMax) {
                    let item = ByteBuffer(repeating: 0, count: Limits.itemBytesMax)
                    try await peer.send(Frame(.item, id: 1, body: item))
                }
                try await peer.send(Frame(.ping, id: 1))
                var credit = 0
                while let frame = try await peer.next(), frame.kind != .pong {
                    // It is not buffered: its credit goes back to the connection.
                    if frame.kind == .credit, frame.id == 0 { credit += frame.creditBytes }
                }
                #expect(credit >= Limits.connectionCreditBytes / 2)
                #expect(server.violations == 0)
            }
        }
    }
}
