import NIOCore
import NIOPosix
import Synchronization
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

@Suite(.timeLimit(.minutes(30))) struct EndpointConnectorTests {
    /// The result of a lookup; `nil` is a failure.
    private final class Names: Sendable {
        private let addresses: Mutex<[SocketAddress]?>

        init(_ addresses: [SocketAddress]?) {
            self.addresses = Mutex(addresses)
        }

        func list(_ new: [SocketAddress]?) {
            addresses.withLock { $0 = new }
        }

        func lookUp() throws -> [SocketAddress] {
            guard let addresses = addresses.withLock(\.self) else {
                throw TransportError.failedLookup("peer.test", reason: "test")
            }
            return addresses
        }
    }

    /// Runs a connector for a name while the body runs.
    private func withKeeper(
        of names: Names,
        connectionsPerAddress: Int = 1,
        after gate: Gate? = nil,
        _ body: (EndpointConnector, Connections) async throws -> Void
    ) async throws {
        let connections = Connections(.patient)
        let keeper = EndpointConnector(
            endpoint: try Endpoint(ofPeer: "peer.test:1"),
            connections: connections,
            names: ClientHandshake.Names(own: .gateway, wanted: .challenges, build: "test"),
            keys: sharedKeys,
            connectionsPerAddress: connectionsPerAddress,
            timing: .patient,
            logger: quiet,
            violations: ProtocolViolationLog(logger: quiet),
            lookUp: { _ in
                await gate?.pass()
                return try names.lookUp()
            }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await keeper.run() }
            try await body(keeper, connections)
            group.cancelAll()
        }
        connections.close()
    }

    @Test func `it has not tried before its first lookup ends`() async throws {
        let gate = Gate()
        let names = Names(nil)
        try await withKeeper(of: names, after: gate) { keeper, connections in
            try await until { gate.arrivals > 0 }
            #expect(!keeper.hasTried)
            gate.open()
            try await until { keeper.hasTried }
            #expect(!connections.isConnected)
        }
    }

    @Test func `it has not tried before each address was tried`() async throws {
        let accepted = Mutex<[any Channel]>([])
        // Accepts connections, and never answers.
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                accepted.withLock { $0.append(channel) }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(silent.localAddress)
        let names = Names(nil)
        try await withServer { _, port in
            names.list([address, try SocketAddress(ipAddress: "127.0.0.1", port: port)])
            try await withKeeper(of: names) { keeper, connections in
                try await until { connections.isConnected }
                #expect(!keeper.hasTried)
                try await silent.close()
                for channel in accepted.withLock(\.self) { try? await channel.close() }
                try await until { keeper.hasTried }
            }
        }
    }

    @Test func `a service is missing once it was tried, until there is a connection`() async throws
    {
        let port = try HeldPorts.next()
        let idle = try RemoteCaller(
            to: .challenges,
            as: .gateway,
            endpoints: ["127.0.0.1:\(port)"],
            keys: sharedKeys,
            build: "test",
            logger: quiet
        )
        #expect(!idle.isMissing && !idle.isConnected)
        try await withCaller(of: [port]) { caller in
            try await until { caller.isMissing }
            try await withServer(port: port) { _, _ in
                try await until { !caller.isMissing }
                #expect(caller.isConnected)
            }
            try await until { caller.isMissing }
        }
    }

    @Test func `a busy connection counts as connected, and nothing is missing`() async throws {
        let names = Names(nil)
        try await withKeeper(of: names) { keeper, connections in
            try await withServer { _, port in
                names.list([try SocketAddress(ipAddress: "127.0.0.1", port: port)])
                try await until { connections.isConnected }
                while try connections.reserveNow(isStream: false, avoiding: []) != nil {}
                #expect(connections.count == 0)
                #expect(connections.isConnected)
            }
        }
    }

    @Test func `an address is kept while its name's lookup fails`() async throws {
        let names = Names(nil)
        try await withKeeper(of: names) { _, connections in
            let port = try HeldPorts.next()
            try await withServer(port: port) { _, _ in
                names.list([try SocketAddress(ipAddress: "127.0.0.1", port: port)])
                try await until { connections.isConnected }
                names.list(nil)
            }
            try await until { !connections.isConnected }
            try await withServer(port: port) { _, _ in
                try await until { connections.isConnected }
            }
        }
    }

    @Test func `an address that its name gets later is connected too`() async throws {
        let names = Names(nil)
        try await withKeeper(of: names) { keeper, connections in
            try await withServer { _, first in
                try await withServer { _, second in
                    let addresses = try [first, second].map {
                        try SocketAddress(ipAddress: "127.0.0.1", port: $0)
                    }
                    names.list([addresses[0]])
                    try await until { connections.count == 1 }
                    names.list(addresses)
                    try await until { connections.count == 2 }
                    #expect(keeper.connectionCount == 2)
                }
            }
        }
    }

    @Test func `an address that its name has lost is dropped`() async throws {
        let names = Names(nil)
        try await withKeeper(of: names) { keeper, connections in
            try await withServer { _, port in
                names.list([try SocketAddress(ipAddress: "127.0.0.1", port: port)])
                try await until { connections.isConnected }
                #expect(keeper.connectionCount == 1)
                names.list([])
            }
            try await until { keeper.connectionCount == 0 }
            #expect(!connections.isConnected)
        }
    }

    @Test func `one of two dropped connections is kept again`() async throws {
        let names = Names(nil)
        try await withKeeper(of: names, connectionsPerAddress: 2) { keeper, connections in
            try await withServer { _, port in
                let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
                names.list([address])
                try await until { connections.count == 2 }
                // One is lost while the name has no address; the other is not.
                names.list([])
                try connections.reserveNow(isStream: false, avoiding: [])?.close()
                try await until { keeper.connectionCount == 1 }
                #expect(connections.count == 1)
                names.list([address])
                try await until { connections.count == 2 }
            }
        }
    }
}
