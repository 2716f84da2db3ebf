import Glibc
import NIOCore
import ServiceLifecycle
import TestBasics
import TestKit
import Testing

@testable import Gateway

/// A gateway on a socket that another process has bound.
struct BoundSocketTests {
    /// Returns a socket bound to a free loopback port that does not listen, and the port.
    private static func bound() throws -> (socket: CInt, port: Int) {
        let port = try HeldPorts.next()
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isReused: CInt = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, 4)
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let isBound = address.withSockAddr { bind(socket, $0, socklen_t($1)) == 0 }
        try #require(isBound)
        return (socket, port)
    }

    /// Returns a gateway that listens on a descriptor.
    private func gateway(
        on socket: CInt,
        of house: House = House(),
        onListening: @escaping @Sendable (Int) async -> Void
    ) -> Gateway {
        var house = house
        house.connections = .patient
        house.connections.drain = .minutes(10)
        let gateway = house.gateway()
        var configuration = gateway.configuration
        (configuration.host, configuration.port) = ("fd", Int(socket))
        return Gateway(
            identity: gateway.identity.caller,
            challenges: gateway.challenges.caller,
            media: gateway.media.caller,
            scoring: gateway.scoring.caller,
            configuration: configuration,
            logger: gateway.logger,
            onListening: onListening
        )
    }

    @Test func `it responds there, and stops listening when it is stopped`() async throws {
        let (socket, port) = try Self.bound()
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let gateway = gateway(on: socket) { listens.yield($0) }
        let group = ServiceGroup(
            configuration: .init(services: [gateway], logger: gateway.logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var ports = listening.makeAsyncIterator()
            #expect(await ports.next() == port)
            #expect(gateway.connections.isListening)
            for _ in 0..<2 {
                let raw = try await RawClient(port: port)
                try await raw.send(
                    "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                )
                try await eventually("the gateway does not answer") { raw.isEnded }
                #expect(raw.text.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(raw.text.prefix(40))")
                await raw.close()
            }
            await group.triggerGracefulShutdown()
            try await tasks.next()
        }
        await #expect(throws: (any Error).self) { try await RawClient(port: port) }
    }

    /// Runs a gateway on a copy of a socket until the body asks it to stop.
    private func running(
        on socket: CInt,
        _ body: (Gateway, _ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let gateway = gateway(on: dup(socket)) { listens.yield($0) }
        let group = ServiceGroup(
            configuration: .init(services: [gateway], logger: gateway.logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            _ = await listening.first { _ in true }
            // Nobody is accepted before it can serve them.
            #expect(gateway.isReady)
            try await body(gateway) { await group.triggerGracefulShutdown() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func request(_ fields: String = "") -> String {
        "GET /health HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    }

    @Test func `one that stops answers its clients, and the next gets all others`() async throws {
        let (socket, port) = try Self.bound()
        defer { close(socket) }
        try await running(on: socket) { first, stop in
            let kept = try await RawClient(port: port)
            try await kept.send(Self.request())
            try await eventually("not answered") { kept.text.contains("healthy") }
            try await running(on: socket) { second, _ in
                await stop()
                try await eventually("still listening") { !first.connections.isListening }
                #expect(second.connections.isListening)
                // One that is stopping would answer 503.
                for _ in 0..<20 {
                    let raw = try await RawClient(port: port)
                    try await raw.send(Self.request("Connection: close\r\n"))
                    try await eventually("not answered") { raw.isEnded }
                    #expect(raw.text.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(raw.text)")
                }
                // An idle connection can be used once more.
                #expect(!kept.isEnded)
                try await kept.send(Self.request())
                try await eventually("not ended") { kept.isEnded }
                #expect(kept.text.contains("Connection: close\r\n"))
                #expect(kept.text.contains("503 Service Unavailable"))
            }
        }
    }

    @Test func `one that cannot reach identity listens after a while`() async throws {
        let (socket, _) = try Self.bound()
        var house = House()
        house.verified = nil
        house.feed.breakOff(down: true)
        house.waits.start = .zero
        let gateway = gateway(on: socket, of: house) { _ in }
        let group = ServiceGroup(
            configuration: .init(services: [gateway], logger: gateway.logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await eventually("it does not listen") { gateway.connections.isListening }
            #expect(!gateway.isReady)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `while no gateway accepts, clients wait for the next`() async throws {
        let (socket, port) = try Self.bound()
        defer { close(socket) }
        try await running(on: socket) { _, _ in }
        let raws = [try await RawClient(port: port), try await RawClient(port: port)]
        for raw in raws { try await raw.send(Self.request("Connection: close\r\n")) }
        try await running(on: socket) { _, _ in
            for raw in raws {
                try await eventually("not answered") { raw.isEnded }
                #expect(raw.text.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(raw.text)")
            }
        }
    }

    @Test func `an address and a descriptor are told apart`() {
        var configuration = House().gateway().configuration
        #expect(configuration.socket == nil)
        (configuration.host, configuration.port) = ("fd", 3)
        #expect(configuration.socket == 3)
    }
}
