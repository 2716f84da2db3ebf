import Glibc
import NIOCore
import RPC
import ServiceLifecycle
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

/// Servers on a socket that another process has bound, and keeps.
@Suite(.timeLimit(.minutes(30))) struct BoundServerTests {
    /// A bound socket, of which each server gets a copy.
    private final class Kept {
        let socket: CInt
        let port: Int

        init(of host: String = "127.0.0.1") throws {
            port = try HeldPorts.next()
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var isReused: CInt = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, 4)
            let address = try SocketAddress(ipAddress: host, port: port)
            let descriptor = socket
            let isBound = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) == 0 }
            try #require(isBound)
        }

        deinit { close(socket) }

        func server(_ switchboard: Switchboard = echoes) -> Server {
            Server(
                name: .challenges,
                switchboard: switchboard,
                keys: sharedKeys,
                host: "fd",
                port: Int(dup(socket)),
                build: "test",
                logger: quiet,
                timing: .patient
            )
        }
    }

    /// Runs a server until the body asks for a graceful shutdown.
    private func run(
        _ server: Server,
        _ body: (_ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let group = ServiceGroup(services: [server], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            _ = try await server.boundPort()
            try await body { await group.triggerGracefulShutdown() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `every call is answered while one server follows another`() async throws {
        let kept = try Kept()
        let (first, second) = (kept.server(), kept.server())
        try await withCaller(of: [kept.port]) { caller in
            try await run(first) { stop in
                #expect(try await first.boundPort() == kept.port)
                #expect(try await caller.call(Echo(text: "one"), in: CallContext()).text == "one")
                try await run(second) { _ in
                    await stop()
                    for number in 0..<50 {
                        let call = Echo(text: "\(number)")
                        #expect(try await caller.call(call, in: CallContext()).text == call.text)
                    }
                    try await until { first.connectionCount == 0 }
                    #expect(second.connectionCount == 1)
                }
            }
        }
    }

    @Test func `while no server accepts, a caller waits for the next`() async throws {
        let kept = try Kept()
        try await run(kept.server()) { _ in }
        let next = kept.server()
        try await RawPeer.connect(to: kept.port) { peer in
            try await run(next) { _ in
                try await peer.open()
                try await peer.send(.call(Echo(text: "waited"), id: 1))
                #expect(try await peer.next()?.kind == .reply)
            }
        }
    }

    @Test func `one that other machines could reach needs protection`() async throws {
        let kept = try Kept(of: "0.0.0.0")
        await #expect(throws: TransportError.plaintextBeyondLoopback("fd")) {
            try await kept.server().run()
        }
    }

    @Test func `a descriptor that is no socket is refused`() async throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(throws: TransportError.unusableSocket(ends[0])) { try SocketAddress(of: ends[0]) }
    }

    @Test(arguments: [("fd:3", 3), ("fd.example:3", nil), ("127.0.0.1:3", nil)])
    func `a descriptor and an address are told apart`(text: String, socket: CInt?) throws {
        #expect(try #require(Endpoint(text)).socket == socket)
    }
}
