import NIOCore
import RPC
import ServiceLifecycle
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

@Suite(.timeLimit(.minutes(30))) struct DrainTests {
    /// Runs a server until the body asks for a graceful shutdown.
    private func withGroup(
        _ switchboard: Switchboard,
        port: Int = 0,
        timing: TransportTiming = .patient,
        _ body: (Int, _ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let server = Server(
            name: .challenges,
            switchboard: switchboard,
            keys: sharedKeys,
            host: "127.0.0.1",
            port: port,
            build: "test",
            logger: quiet,
            timing: timing
        )
        let group = ServiceGroup(services: [server], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await body(server.boundPort()) { await group.triggerGracefulShutdown() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `running calls finish, later ones are refused before they begin`() async throws {
        let started = Gate()
        let gate = Gate()
        let runs = Count()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                runs.add()
                started.open()
                await gate.pass()
                return Echo.Reply(text: call.text)
            }
        }
        try await withGroup(switchboard) { port, stop in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Echo(text: "first"), id: 1))
                await started.pass()
                await stop()
                try await peer.expectDrain()
                try await peer.send(.call(Echo(text: "second"), id: 2))
                let refusal = try #require(try await peer.next())
                #expect(refusal.kind == .fault)
                #expect(refusal.id == 2)
                #expect(refusal.flags == .notBegun)
                #expect(try refusal.fault == WireError.unavailable.fault)
                gate.open()
                let reply = try #require(try await peer.next())
                #expect(reply.kind == .reply)
                #expect(reply.id == 1)
            }
        }
        #expect(runs.value == 1)
    }

    @Test func `a call that never ends holds up a draining server for a limited time`() async throws
    {
        let started = Gate()
        let stopped = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                started.open()
                try await suspended(until: stopped)
                return Echo.Reply(text: call.text)
            }
        }
        try await withGroup(switchboard, timing: .shortDrain) { port, stop in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Echo(text: ""), id: 1))
                await started.pass()
                await stop()
                try await peer.expectDrain()
                try await peer.expect(nil)
            }
            await stopped.pass()
        }
    }

    /// The drain's limit is longer than the test's own.
    private static var endlessDrain: TransportTiming {
        var timing = TransportTiming.shortDrain
        timing.drain = .seconds(600)
        return timing
    }

    @Test(arguments: [true, false])
    func `a draining server ends endless streams as unavailable`(isSending: Bool) async throws {
        let switchboard = Switchboard {
            $0.on { (_: Watch, stream: ServedStream<Watch>, _) in
                try await stream.send(ByteBuffer(string: "first"))
                while isSending, !Task.isCancelled {
                    try await stream.send(ByteBuffer(string: "beat"))
                }
                while try await stream.next() != nil {}
                return Nothing()
            }
        }
        try await withGroup(switchboard, timing: Self.endlessDrain) { port, stop in
            try await withCaller(of: [port]) { caller in
                let stream = try await caller.open(Watch(), in: CallContext())
                let first = try await stream.next()
                #expect(first == ByteBuffer(string: "first"))
                await stop()
                await #expect(throws: WireError.unavailable.fault) {
                    while try await stream.next() != nil {}
                }
                try await until { !caller.isConnected }
            }
        }
    }

    @Test func `a stream that progresses finishes while the server drains`() async throws {
        try await withGroup(pouring, timing: Self.endlessDrain) { port, stop in
            try await withCaller(of: [port]) { caller in
                let stream = try await caller.open(Pour(down: 70_000), in: CallContext())
                try await stream.send(ByteBuffer(repeating: 2, count: 1_000))
                let item = try await stream.next()
                #expect(item?.readableBytes == 50_000)
                await stop()
                try await until { !caller.isConnected }
                for _ in 0..<100 {
                    try await stream.send(ByteBuffer(repeating: 2, count: 50_000))
                }
                try await stream.finish()
                let reply = try await stream.reply()
                #expect(reply.up == 5_001_000)
            }
        }
    }

    @Test func `a client that has seen the drain and stays is closed after the farewell`()
        async throws
    {
        try await withGroup(echoes, timing: Self.endlessDrain) { port, stop in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                await stop()
                try await peer.expectDrain()
                try await peer.send(Frame(.pong, id: 1))
                try await peer.expect(nil)
            }
        }
    }

    @Test func `a client that never confirms the drain is closed after the limit`() async throws {
        try await withGroup(echoes, timing: .shortDrain) { port, stop in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                await stop()
                try await peer.expectDrain()
                // The limit may have passed already.
                try? await peer.send(Frame(.pong, id: 0))
                try await peer.expect(nil)
            }
        }
    }

    @Test func `a call in transit is refused, however late it arrives`() async throws {
        var timing = Self.endlessDrain
        timing.farewell = .zero
        try await withGroup(echoes, timing: timing) { port, stop in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                await stop()
                try await peer.expectDrain()
                try await peer.send(.call(Echo(text: "late"), id: 1))
                let refusal = try #require(try await peer.next())
                #expect(refusal.flags == .notBegun)
                try await peer.send(Frame(.pong, id: 1))
                try await peer.expect(nil)
            }
        }
    }

    @Test func `no call fails while servers restart one after the other`() async throws {
        let done = Gate()
        let switchboard = Switchboard {
            $0.on { (_: Act, _) in Nothing() }
        }
        try await withServer(switchboard) { _, steady in
            let restarted = try HeldPorts.next()
            try await withCaller(of: [steady, restarted]) { caller in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            var calls = 0
                            while !done.isOpen {
                                // Not retried once it may have begun: every reply counts.
                                _ = try await caller.call(Act(), in: CallContext())
                                calls += 1
                            }
                            return calls
                        }
                    }
                    for _ in 0..<5 {
                        try await withGroup(switchboard, port: restarted) { _, stop in
                            for _ in 0..<200 {
                                _ = try await caller.call(Act(), in: CallContext())
                            }
                        }
                    }
                    done.open()
                    let sum = try await group.reduce(0, +)
                    #expect(sum > 0)
                }
            }
        }
    }

    @Test func `a caller reconnects when the server restarts on its port`() async throws {
        let port = try HeldPorts.next()
        try await withCaller(of: [port]) { caller in
            for _ in 0..<3 {
                try await withServer(port: port) { _, _ in
                    let reply = try await caller.call(Echo(text: "again"), in: CallContext())
                    #expect(reply.text == "again")
                    #expect(caller.isConnected)
                }
                try await until { !caller.isConnected }
            }
        }
    }

    @Test func `a call that waits for its service is answered when it comes up`() async throws {
        let port = try HeldPorts.next()
        try await withCaller(of: [port]) { caller in
            let early = Task {
                try await caller.call(Echo(text: "early"), in: CallContext())
            }
            let reply = try await withServer(port: port) { _, _ in try await early.value }
            #expect(reply.text == "early")
        }
    }
}
