import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import TestKit
import Testing
import Values

@testable import Gateway

/// How a stopping gateway drains its clients while it still listens.
struct OpenConnectionsTests {
    private let connections = OpenConnections()
    /// How many connections were told that the gateway is stopping.
    private let announced = Count()

    @Test func `clients can connect once it is listening`() {
        #expect(!connections.isListening)
        connections.beginListening()
        #expect(connections.isListening)
    }

    @Test func `connections are counted until they close`() async throws {
        try await withServer(leaving: false) { connect in
            let one = try await connect()
            _ = try await connect()
            try await eventually("both are counted") { connections.count == 2 }
            try await one.close()
            try await eventually("the other is left") { connections.count == 1 }
        }
    }

    @Test(arguments: [("2001:db8:0:", true), ("192.0.2.", false)])
    func `a site has four addresses' limit`(prefix: String, isOne: Bool) async throws {
        let connections = OpenConnections(perAddressMax: 2)
        let channels = (0..<10).map { _ in EmbeddedChannel() }
        for number in 0..<10 {
            let address = try #require(IPAddress("\(prefix)\(number / 2)\(isOne ? "::1" : "")"))
            let isAdmitted = connections.admit(channels[number], from: address)
            #expect(isAdmitted == (!isOne || number < 8))
        }
        _ = try channels[0].finish()
        let address = try #require(IPAddress("2001:db8:0:9::1"))
        #expect(connections.admit(EmbeddedChannel(), from: address))
        #expect(connections.admit(EmbeddedChannel(), from: address) == !isOne)
        for channel in channels[1...] { _ = try channel.finish() }
    }

    @Test func `every connection is told, and the drain ends with the last`() async throws {
        try await withServer(leaving: true) { connect in
            let clients = [try await connect(), try await connect()]
            try await eventually("both are counted") { connections.count == 2 }
            #expect(!connections.isDraining)
            await connections.drain(within: .seconds(600))
            #expect(connections.isDraining)
            #expect(connections.count == 0)
            for client in clients { try await client.closeFuture.get() }
        }
    }

    @Test func `the drain ends at its limit with connections still open`() async throws {
        try await withServer(leaving: false) { connect in
            let client = try await connect()
            try await eventually("it is counted") { connections.count == 1 }
            await connections.drain(within: .zero)
            #expect(connections.count == 1)
            #expect(client.isActive)
        }
    }

    @Test func `idle connections are told to end once none is busy`() async throws {
        try await withServer(leaving: true) { connect in
            let client = try await connect()
            try await eventually("it is counted") { connections.count == 1 }
            connections.count(busy: true)
            async let drained: Void = connections.drain(within: .seconds(600))
            try await eventually("it is told") { announced.value == 1 }
            #expect(client.isActive)
            #expect(connections.count == 1)
            connections.count(busy: false)
            await drained
            #expect(connections.count == 0)
        }
    }

    @Test func `at the limit idle connections are told though one is busy`() async throws {
        try await withServer(leaving: true) { connect in
            let client = try await connect()
            try await eventually("it is counted") { connections.count == 1 }
            connections.count(busy: true)
            await connections.drain(within: .zero)
            try await client.closeFuture.get()
        }
    }

    @Test func `a listener closes when what it accepted is open`() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let listener = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0)
            .get()
        let arriving = NIOAsyncTestingChannel()
        connections.beginListening()
        connections.stop(listener)
        connections.accepted(arriving)
        async let drained: Void = connections.drain(within: .seconds(600))
        try await eventually("it accepts no more") {
            try await !listener.getOption(.autoRead).get()
        }
        #expect(listener.isActive)
        #expect(connections.admit(arriving, from: nil))
        try await eventually("it is closed") { !connections.isListening }
        #expect(!listener.isActive)
        #expect(connections.count == 1)
        try await arriving.close()
        await drained
        #expect(connections.count == 0)
    }

    @Test func `without connections the drain ends at once`() async {
        await connections.drain(within: .seconds(600))
        #expect(connections.isDraining)
    }

    @Test func `a connection during the drain is told, too`() async throws {
        await connections.drain(within: .zero)
        try await withServer(leaving: true) { connect in
            try await connect().closeFuture.get()
        }
    }

    /// Runs `body` with a server that counts its connections, each of which closes when it is told
    /// to drain, or ignores it; `body` gets a function that connects a client.
    private func withServer(
        leaving: Bool,
        _ body: (_ connect: () async throws -> any Channel) async throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { [connections, announced] in
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandlers(
                        ConnectionLimitHandler(connections),
                        Goodbye(leaving: leaving, announced: announced)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let address = try #require(server.localAddress)
        try await body { try await ClientBootstrap(group: group).connect(to: address).get() }
        try await server.close()
    }

    private final class Count: Sendable {
        private let count = Atomic(0)

        var value: Int { count.load(ordering: .relaxed) }

        func add() { count.add(1, ordering: .relaxed) }
    }

    /// Closes when it is told to drain, if it is set to.
    private final class Goodbye: ChannelInboundHandler {
        typealias InboundIn = Any

        private let leaving: Bool
        private let announced: Count

        init(leaving: Bool, announced: Count) {
            self.leaving = leaving
            self.announced = announced
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is GatewayStopping { announced.add() }
            if leaving, event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
        }
    }
}
