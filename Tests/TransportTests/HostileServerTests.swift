import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

/// Servers that violate the protocol, or fall silent.
@Suite(.timeLimit(.minutes(30))) struct HostileServerTests {
    /// Runs a server with the given behaviour, and a caller of it, until the caller has closed.
    private func expectClosed(
        by serve: @escaping @Sendable (inout RawPeer) async throws -> Void,
        isBreach: Bool = false,
        timing: TransportTiming = .patient,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ ask: @escaping @Sendable (RemoteCaller, _ closed: Gate) async -> Void = { _, _ in }
    ) async throws {
        let closed = Gate()
        let peer: @Sendable (inout RawPeer) async throws -> Void = { peer in
            try await serve(&peer)
            while try await peer.next() != nil {}
            closed.open()
        }
        try await RawPeer.listen(serverState: peer) { port in
            try await withCaller(of: [port], timing: timing) { caller in
                async let asked: Void = ask(caller, closed)
                await closed.pass()
                await asked
                // Later connections are served in the same way.
                #expect((caller.violations > 0) == isBreach, sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: [
        [Frame(.proof)], [Frame(.reply, id: 1)], [Frame(.ping)],
        [
            Welcome(versions: .spoken, chosen: 1, nonce: [UInt8](repeating: 1, count: 32)).frame,
            Welcome(versions: .spoken, chosen: 1, nonce: [UInt8](repeating: 1, count: 32)).frame,
        ],
        [Welcome(versions: .spoken, chosen: 2, nonce: [UInt8](repeating: 1, count: 32)).frame],
    ])
    func `an unexpected frame before the proof closes`(frames: [Frame]) async throws {
        try await expectClosed(by: { peer in
            for frame in frames { try? await peer.send(frame) }
        })
    }

    @Test(arguments: [
        Frame(.hello), Frame(.welcome), Frame(.proof), Frame(.call, id: 1, number: 1),
        Frame(.end, id: 1), Frame(.cancel, id: 1), Frame(.reply, id: 1), Frame(.fault, id: 1),
        Frame(.item, id: 1), .credit(1, id: 1), .credit(1, id: 0),
    ])
    func `an unexpected frame closes the connection`(frame: Frame) async throws {
        try await expectClosed(
            by: { peer in
                try await peer.accept()
                try await peer.send(frame)
            },
            isBreach: true
        )
    }

    @Test func `items beyond the credit close the connection, and the stream fails`() async throws {
        let item = Frame(.item, id: 1, body: ByteBuffer(repeating: 0, count: 65_536))
        try await expectClosed(
            by: { peer in
                try await peer.accept()
                guard try await peer.next()?.kind == .call else { return }
                for _ in 0..<5 { try? await peer.send(item) }
            },
            isBreach: true
        ) { caller, closed in
            do throws(Fault) {
                let stream = try await caller.open(Pour(down: 0), in: CallContext())
                // Nothing is read meanwhile, so that no credit is given back.
                await closed.pass()
                _ = try await stream.reply()
                Issue.record("The stream was answered.")
            } catch {
                #expect(error == WireError.unavailable.fault)
            }
        }
    }

    @Test func `a server that falls silent is pinged, then given up`() async throws {
        let pings = Count()
        let ends = Count()
        let silent: @Sendable (inout RawPeer) async throws -> Void = { peer in
            try await peer.accept()
            while let frame = try await peer.next() {
                if frame.kind == .ping { pings.add() }
            }
            ends.add()
        }
        var timing = TransportTiming.patient
        timing.pingAfter = .milliseconds(100)
        timing.closeAfter = .seconds(1)
        // On a busy machine the silence may end before it is checked.
        try await RawPeer.listen(serverState: silent) { port in
            try await withCaller(of: [port], timing: timing) { _ in
                try await until { pings.value >= 1 && ends.value >= 1 }
            }
        }
    }

    @Test func `a server that never authenticates is given up`() async throws {
        try await expectClosed(by: { _ in }, timing: .short)
    }

    @Test func `another server answers a call in flight at one that falls silent`() async throws {
        let taken = Gate()
        let silent: @Sendable (inout RawPeer) async throws -> Void = { peer in
            try await peer.accept()
            while let frame = try await peer.next() {
                if frame.kind == .call { taken.open() }
            }
        }
        var timing = TransportTiming.patient
        // A call must reach the silent server before the server is given up, even on a busy
        // machine.
        timing.pingAfter = .seconds(1)
        timing.closeAfter = .seconds(15)
        try await RawPeer.listen(serverState: silent) { silentPort in
            try await withServer { _, port in
                try await withCaller(of: [silentPort, port], timing: timing) { caller in
                    // The other must be there to answer, even on a busy machine.
                    try await until { caller.connectionCount == 2 }
                    try await until {
                        let reply = try await caller.call(Echo(text: "x"), in: CallContext())
                        #expect(reply.text == "x")
                        return taken.isOpen
                    }
                }
            }
        }
    }
}
