import HTTPTypes
import HummingbirdTesting
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import ServiceLifecycle
import Telemetry
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// The limit of connections per address.
@Suite struct ConnectionLimitHandlerTests {
    /// One connection, in a process without a network.
    private final class Caller {
        let channel = EmbeddedChannel()
        let seen = Seen()

        init(_ connections: OpenConnections, from address: String) throws {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers(ConnectionLimitHandler(connections), seen)
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        }

        var isOpen: Bool { channel.isActive }

        func close() throws {
            _ = try channel.finish(acceptAlreadyClosed: true)
        }
    }

    /// The handler after `ConnectionLimitHandler`.
    private final class Seen: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        var isActive = false

        func channelActive(context: ChannelHandlerContext) {
            isActive = true
        }
    }

    @Test func `a connection beyond the limit is closed at once, the others stay`() throws {
        let connections = OpenConnections(perAddressMax: 2)
        let first = try Caller(connections, from: "192.0.2.1")
        let second = try Caller(connections, from: "192.0.2.1")
        #expect(first.isOpen && second.isOpen && second.seen.isActive)
        let third = try Caller(connections, from: "192.0.2.1")
        #expect(!third.isOpen)
        #expect(!third.seen.isActive)
        #expect(first.isOpen && second.isOpen)
        #expect(connections.count == 2)
        for caller in [first, second, third] { try caller.close() }
        #expect(connections.count == 0)
    }

    @Test func `a client that closes one may open another`() throws {
        let connections = OpenConnections(perAddressMax: 1)
        for _ in 0..<3 {
            let caller = try Caller(connections, from: "192.0.2.1")
            #expect(caller.isOpen)
            // Closing a refused connection frees nothing.
            for _ in 0..<2 {
                let other = try Caller(connections, from: "192.0.2.1")
                #expect(!other.isOpen)
                try other.close()
            }
            try caller.close()
        }
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", false), ("192.0.2.1", "192.0.2.2", true),
        ("192.0.2.1", "::ffff:192.0.2.1", false),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::2", false),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", true),
    ])
    func `an IPv6 network counts as one address`(one: String, other: String, isOpen: Bool) throws {
        let connections = OpenConnections(perAddressMax: 1)
        let first = try Caller(connections, from: one)
        let second = try Caller(connections, from: other)
        #expect(first.isOpen)
        #expect(second.isOpen == isOpen)
        for caller in [first, second] { try caller.close() }
    }

    @Test(arguments: [
        ("10.0.0.1", true), ("2001:db8::1", true), ("10.0.1.1", false), ("2001:db9::1", false),
    ])
    func `exempt networks and proxies have no limit`(
        address: String,
        isOpen: Bool
    ) throws {
        let exempt = try ["10.0.0.0/24", "2001:db8::/32"].map { try #require(Networks($0)) }
        let connections = OpenConnections(perAddressMax: 1, exempt: exempt)
        let callers = try (0..<3).map { _ in try Caller(connections, from: address) }
        #expect(callers.map(\.isOpen) == [true, isOpen, isOpen])
        #expect(connections.count == (isOpen ? 3 : 1))
        for caller in callers { try caller.close() }
    }

    @Test func `refused connections are counted`() throws {
        let registry = PrometheusRegistry()
        try withMetricsFactory(registry) {
            let connections = OpenConnections(perAddressMax: 1)
            let callers = try (0..<3).map { _ in try Caller(connections, from: "192.0.2.1") }
            for caller in callers { try caller.close() }
        }
        #expect(registry.text().contains("\ngauntlet_http_connections_refused_total 2\n"))
    }

    /// The same over real sockets: the connection's own address counts, whatever it forwards.
    @Test func `a gateway enforces the limit`() async throws {
        var house = House()
        house.connections = .patient
        house.requests.connections = 3
        let gateway = house.gateway()
        try await gateway.application.test(.live) { client in
            let port = try #require(client.port)
            // The test's own client has one.
            try await eventually("not accepted") { gateway.connections.count == 1 }
            let others = [try await RawClient(port: port), try await RawClient(port: port)]
            try await eventually("not accepted") { gateway.connections.count == 3 }
            let another = try await RawClient(port: port)
            try await eventually("not closed") { another.isEnded }
            #expect(another.text == "")
            for raw in others {
                try await raw.send("GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n")
                try await eventually("not answered") { raw.text.contains("openapi: 3.1") }
            }
            await others[0].close()
            try await eventually("not gone") { gateway.connections.count == 2 }
            let last = try await RawClient(port: port)
            try await last.send("GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n")
            try await eventually("not answered") { last.text.contains("openapi: 3.1") }
            for raw in [others[1], another, last] { await raw.close() }
        }
    }

    /// Beyond the gateway's own limit a connection waits until another closes.
    @Test func `a gateway accepts its limit, and then one for each that closes`() async throws {
        var house = House()
        house.connections = .patient
        house.connections.connectionsMax = 2
        let ports = AsyncStream<Int>.makeStream()
        let gateway = house.gateway(onListening: { ports.continuation.yield($0) })
        let group = ServiceGroup(
            configuration: .init(services: [gateway], logger: Logger(label: "test"))
        )
        let request = "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.stream.first { _ in true })
            let others = [try await RawClient(port: port), try await RawClient(port: port)]
            for raw in others {
                try await raw.send(request)
                try await eventually("not answered") { raw.text.contains("openapi: 3.1") }
            }
            let another = try await RawClient(port: port)
            try await another.send(request)
            // The others are served meanwhile.
            for count in 2...20 {
                for raw in others {
                    try await raw.send(request)
                    try await eventually("not answered") {
                        raw.text.ranges(of: "openapi: 3.1").count == count
                    }
                }
            }
            #expect(another.text == "")
            #expect(gateway.connections.count == 2)
            await others[0].close()
            try await eventually("not answered") { another.text.contains("openapi: 3.1") }
            for raw in [others[1], another] { await raw.close() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
