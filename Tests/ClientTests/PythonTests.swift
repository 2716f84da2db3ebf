import Crypto
import Foundation
import Logging
import Media
import RPC
import ServiceLifecycle
import Subprocess
import TestBasics
import TestKit
import Testing
import Transport
import Wire

@testable import Identity

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// `protocol/README.md` is sufficient to write a client in another language: a Python client,
/// written from it alone, talks to real services over TCP.
@Suite(.timeLimit(.minutes(30))) struct PythonTests {
    private static let steps = [
        "frames are read", "the key is verified", "without it the server refuses",
        "calls are answered", "faults are returned", "a write is repeated",
        "pictures are uploaded and downloaded", "streams are refused", "events are received",
        "certificates are checked", "calls are cancelled", "items are dropped",
        "pings are answered", "the server is replaced",
    ]

    @Test func `a client in Python holds a whole conversation`() async throws {
        let keys = ClusterKeys.random()
        let madeUp = MadeUp()
        try await FreshDatabase.with(Identity.migrations) { identity in
            try await FreshDatabase.with(Media.migrations) { media in
                let directory = "/tmp/gauntlet-client.\(UInt64.random(in: 0...UInt64.max))"
                defer { try? FileManager.default.removeItem(atPath: directory) }
                let certificates = try await Certificates(in: directory + "/certificates")
                try await Self.serve(
                    [
                        try Self.server(
                            .identity,
                            Self.identity(on: identity).switchboard,
                            keys
                        ),
                        try Self.server(
                            .media,
                            Media(database: media.database, directory: directory).switchboard,
                            keys
                        ),
                        try Self.server(
                            .challenges,
                            madeUp.switchboard("secured"),
                            keys,
                            tls: certificates.tls(of: .challenges)
                        ),
                        try Self.server(
                            .challenges,
                            madeUp.switchboard("first"),
                            keys,
                            port: HeldPorts.next()
                        ),
                    ],
                    keys,
                    madeUp,
                    certificates
                )
            }
        }
    }

    /// Runs the servers and the conversation with them; on a call of the client the last server
    /// stops, and its successor takes over its port.
    private static func serve(
        _ servers: [Server],
        _ keys: String,
        _ madeUp: MadeUp,
        _ certificates: Certificates
    ) async throws {
        let last = ServiceGroup(services: [servers[3]], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers.prefix(3) { group.addTask { try await server.run() } }
            group.addTask { try await last.run() }
            var ports: [Int] = []
            for server in servers { ports.append(try await server.boundPort()) }
            let port = ports[3]
            group.addTask {
                await madeUp.stopped.pass()
                await last.triggerGracefulShutdown()
                try await replace(madeUp.switchboard("second"), keys, port)
            }
            defer {
                madeUp.stopped.open()
                group.cancelAll()
            }
            try await converse(ports, keys, certificates)
        }
    }

    /// Listens on a port as soon as it is free.
    private static func replace(
        _ switchboard: Switchboard,
        _ keys: String,
        _ port: Int
    ) async throws {
        while !Task.isCancelled {
            let server = try server(.challenges, switchboard, keys, port: port)
            do {
                return try await server.run()
            } catch {
                await Task.yield()
            }
        }
    }

    private static func converse(
        _ ports: [Int],
        _ keys: String,
        _ certificates: Certificates
    ) async throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let client = tests.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "protocol/python")
        let places: [String: Any] = [
            "client": client.path, "key": "# the cluster's\n\(keys)",
            "other_key": ClusterKeys.random(), "identity": ports[0], "media": ports[1],
            "secured": ports[2], "made_up": ports[3], "certificates": certificates.directory,
        ]
        let argument = String(
            decoding: try JSONSerialization.data(withJSONObject: places),
            as: UTF8.self
        )
        let result = try await Subprocess.run(
            .path("/usr/bin/python3"),
            // `-B`: do not write compiled files beside the client.
            arguments: ["-B", tests.appending(path: "conversation.py").path, argument],
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
        #expect(result.standardOutput.split(separator: "\n").map(String.init) == steps)
    }

    private static func identity(on database: FreshDatabase.Current) -> Identity {
        Identity(
            database: database.database,
            media: Switchboard { _ in },
            secrets: [SymmetricKey(size: .bits256)],
            networkKeys: [SymmetricKey(size: .bits256)],
            passwordCost: PasswordCost(logN: 1, r: 1, p: 1)
        )
    }

    private static func server(
        _ name: ServiceName,
        _ switchboard: Switchboard,
        _ keys: String,
        port: Int = 0,
        tls: TLS? = nil
    ) throws -> Server {
        var timing = TransportTiming()
        timing.handshake = .seconds(60)
        timing.pingAfter = .milliseconds(100)
        timing.closeAfter = .seconds(120)
        timing.drain = .seconds(300)
        return Server(
            name: name,
            switchboard: switchboard,
            keys: try ClusterKeys(text: keys),
            host: "127.0.0.1",
            port: port,
            build: "test",
            logger: quiet,
            tls: tls,
            timing: timing
        )
    }

    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
