import FoundationEssentials
import Logging
import Postgres
import RPC
import ServiceLifecycle
import Subprocess
import TestKit
import Testing
import Transport
import Wire

@testable import Launch

private struct Write: Call {
    static let id: CallID = 0x7E31
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Reply = Nothing
}

struct HostTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A host whose key is in a file that is removed afterwards.
    private func withHost(
        _ environment: [String: String] = [:],
        _ body: (Host) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let key = directory.appending(path: "cluster.key")
        try ClusterKeys.random().write(to: key, atomically: true, encoding: .utf8)
        let settings = try Settings(
            name: .media,
            environment: environment.merging(["GAUNTLET_CLUSTER_KEY_FILE": key.path]) { $1 },
            arguments: ["mediad"]
        )
        try await body(Host(name: .media, settings: settings, logger: logger))
    }

    @Test func `a process is ready only while its port is bound`() async throws {
        try await withHost(["GAUNTLET_LISTEN": "127.0.0.1:0"]) { host in
            let server = try host.server(Switchboard { _ in })
            let check = try #require(host.health.checks.first { $0.name == "the port" })
            #expect(!check.holds())
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                _ = try await server.boundPort()
                #expect(check.holds())
                group.cancelAll()
                try await group.waitForAll()
            }
            #expect(!check.holds())
        }
    }

    @Test func `before the first check of its storage a process is neither ready nor degraded`()
        async throws
    {
        try await withHost { host in
            let hasRoom = Count()
            host.watch(.storage) { hasRoom.value > 0 }
            #expect(host.health.missing == ["storage"])
            #expect(host.health.degradations == [])
            let check = try #require(host.loops.compactMap { $0 as? BackgroundCheck }.first)
            await check.look()
            #expect(host.health.missing == [])
            #expect(host.health.degradations == [.storage])
            hasRoom.add()
            await check.look()
            #expect(host.health.missing == [])
            #expect(host.health.degradations == [])
        }
    }

    /// Rule 2.14-acknowledged.
    @Test(.freshDatabase([])) func `what a process acknowledges is durable in its database`()
        async throws
    {
        let url = try #require(FreshDatabase.current).url
        try await withHost(["GAUNTLET_DATABASE_URL": url]) { host in
            let isDurable = Count()
            let switchboard = Switchboard {
                $0.on { (_: Write, _) in
                    if CommitTracker.current != nil { isDurable.add() }
                    return Nothing()
                }
            }
            _ = try await host.answering(switchboard).call(Write(), in: CallContext())
            #expect(isDurable.value == 0)
            let database = try await host.database(migrations: [])
            _ = try await host.answering(switchboard).call(Write(), in: CallContext())
            #expect(isDurable.value == 1)
            await database.close()
        }
    }

    @Test(.freshDatabase([])) func `a service's loops work in the background of its database`()
        async throws
    {
        struct Loop: Service {
            let work: @Sendable () -> Void

            func run() async throws { work() }
        }
        let url = try #require(FreshDatabase.current).url
        try await withHost(["GAUNTLET_DATABASE_URL": url]) { host in
            let runs = Count()
            try await host.inBackground(Loop { runs.add() }).run()
            #expect(runs.value == 1)
            let database = try await host.database(migrations: [])
            let loop = Loop { if database.isInBackground { runs.add() } }
            try await loop.run()
            #expect(runs.value == 1)
            try await host.inBackground(loop).run()
            #expect(runs.value == 2)
            #expect(host.loops.contains { $0 is DatabaseLoop })
            await database.close()
        }
    }

    @Test func `an admin port on another machine's address is named`() async throws {
        // A name of RFC 6761 §6.4, which has no address anywhere.
        try await withHost(["GAUNTLET_ADMIN_LISTEN": "127.0.0.1:0,gateway.invalid:1"]) { host in
            await #expect(
                throws: SettingError(
                    "admin.listen",
                    "names gateway.invalid, which is not an address of this machine"
                )
            ) {
                try await host.run([])
            }
        }
    }

    @Test(arguments: [",", "identity", "identity:0", ":7101", "identity:7101,x"])
    func `a service that cannot be found is named`(written: String) async throws {
        try await withHost(["GAUNTLET_ENDPOINTS_IDENTITY": written]) { host in
            #expect(
                throws: SettingError(
                    "endpoints.identity",
                    "must be HOST:PORT, several separated by commas, not “\(written)”"
                )
            ) {
                try host.caller(to: .identity)
            }
        }
    }

    @Test func `a key file that is missing is named`() throws {
        let settings = try Settings(
            name: .media,
            environment: ["GAUNTLET_CLUSTER_KEY_FILE": "/nowhere/cluster.key"],
            arguments: ["mediad"]
        )
        #expect(
            throws: SettingError(
                "cluster.key.file",
                "names a file that cannot be read: /nowhere/cluster.key: No such file or directory"
            )
        ) {
            try Host(name: .media, settings: settings, logger: logger)
        }
    }

    @Test(arguments: ["tls.certificate.file", "tls.key.file", "tls.ca.file"])
    func `TLS needs all of its files, and names the one that is missing`(
        missing: String
    )
        async throws
    {
        let variables = ["tls.certificate.file", "tls.key.file", "tls.ca.file"].filter {
            $0 != missing
        }.map { ("GAUNTLET_\($0.uppercased().replacing(".", with: "_"))", "/nowhere") }
        await #expect(throws: SettingError(missing, "is missing: TLS needs 3 files")) {
            try await withHost(Dictionary(uniqueKeysWithValues: variables)) { _ in }
        }
    }

    @Test(arguments: ["tls.certificate.file", "tls.key.file", "tls.ca.file"])
    func `an unusable TLS file is named`(unusable: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (certificate, key) = ("\(directory.path)/tls.crt", "\(directory.path)/tls.key")
        let made = try await Subprocess.run(
            .name("openssl"),
            arguments: [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-subj", "/CN=media", "-keyout", key, "-out", certificate,
            ],
            output: .discarded,
            error: .string(limit: 65_536)
        )
        try #require(made.terminationStatus.isSuccess, "\(made.standardError)")
        var files = [
            "tls.certificate.file": certificate, "tls.key.file": key, "tls.ca.file": certificate,
        ]
        files[unusable] = "/nowhere/a.pem"
        let environment = files.map {
            ("GAUNTLET_\($0.uppercased().replacing(".", with: "_"))", $1)
        }
        let error = await #expect(throws: SettingError.self) {
            try await withHost(Dictionary(uniqueKeysWithValues: environment)) { _ in }
        }
        let line = error?.line ?? ""
        let said = "names a file that cannot be used: /nowhere/a.pem: "
        #expect(line.hasPrefix(SettingError(unusable, said).line), "\(line)")
    }
}
