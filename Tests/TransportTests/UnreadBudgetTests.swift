import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

/// What all connections of a process may keep together.
@Suite(.timeLimit(.minutes(10))) struct UnreadBudgetTests {
    /// How many windows a connection gets that takes all that it can.
    private func fill(_ budget: UnreadBudget, from held: Int = 0) -> Int {
        var held = held
        while budget.take(1, beside: held) { held += 1 }
        return held
    }

    @Test func `it is 64 MiB, eight connections' credit`() {
        #expect(Limits.unreadBytesMax == 64 << 20)
        #expect(Limits.unreadBytesMax == 8 * Limits.connectionCreditBytes)
    }

    @Test func `nobody takes so much that nothing is left for another`() {
        let budget = UnreadBudget(bytes: 1_000)
        #expect(fill(budget) == 500)
        #expect(fill(budget) == 250)
        for _ in 0..<8 { #expect(fill(budget) > 0) }
        #expect(budget.bytesTaken <= 1_000)
    }

    @Test func `what is given back can be taken, and to the last byte no more`() {
        let budget = UnreadBudget(bytes: 10)
        #expect(budget.take(10, beside: 0))
        #expect(!budget.hasRoom(for: 1, beside: 0) && !budget.take(1, beside: 0))
        budget.giveBack(1)
        #expect(budget.hasRoom(for: 1, beside: 0) && !budget.hasRoom(for: 1, beside: 1))
        #expect(budget.take(1, beside: 0))
        #expect(budget.bytesTaken == 10)
    }

    @Test func `a connection that is gone has given everything back`() {
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

    @Test func `a server refuses a stream for which there is no room, and the call alone`()
        async throws
    {
        let budget = UnreadBudget(bytes: 3 * Limits.streamCreditBytes)
        try await withServer(pouring, unread: budget) { server, port in
            try await withCaller(of: [port]) { greedy in
                let first = try await greedy.open(Pour(down: 0), in: CallContext())
                let second = try await greedy.open(Pour(down: 0), in: CallContext())
                let third = try await greedy.open(Pour(down: 0), in: CallContext())
                var overloaded = WireError.overloaded.fault
                overloaded.retryAfterSeconds = 1
                await #expect(throws: overloaded) { try await third.reply() }
                // Another connection has room yet.
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
            #expect(server.breaches == 0)
        }
    }

    @Test func `a client opens no stream for which there is no room`() async throws {
        let budget = UnreadBudget(bytes: 2 * Limits.streamCreditBytes)
        try await withServer(pouring) { _, port in
            try await withCaller(of: [port], unread: budget) { caller in
                let first = try await caller.open(Pour(down: 10), in: CallContext())
                let second = try await caller.open(Pour(down: 10), in: CallContext())
                await #expect(throws: WireError.overloaded.fault) { try await second.next() }
                await #expect(throws: WireError.overloaded.fault) {
                    try await second.send(ByteBuffer(string: "x"))
                }
                _ = try await first.reply()
                // A stream that nobody holds any more gives its room back.
                first.cancel()
                try await until { budget.bytesTaken == 0 }
                let third = try await caller.open(Pour(down: 10), in: CallContext())
                #expect(try await third.next()?.readableBytes == 10)
                third.cancel()
            }
        }
    }
}
