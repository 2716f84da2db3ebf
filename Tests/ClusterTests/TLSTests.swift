import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import TestBasics
import TestKit
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The executables communicate over TLS with the certificates that `deploy/secrets tls` creates.
struct TLSTests {
    @Test func `a gateway is served with a certificate of our authority only`() async throws {
        try await FreshDatabase.with([]) { current in
            try await Certificates.with { ours, others in
                let reserved = try (0..<7).map { _ in try Reservation() }
                defer { withExtendedLifetime(reserved) {} }
                let ports = reserved.map(\.port)
                let identity = Process("identityd", ours, "identity", ports, at: 0)
                let database = ["GAUNTLET_DATABASE_URL": current.url]
                try await identity.running(database, untilReady: true) {
                    let gateway = Process("gatewayd", ours, "gateway", ports, at: 2)
                    try await gateway.running(untilReady: true) {
                        try await Self.expectService(at: gateway.address)
                    }
                    try await Self.expectOperator(ours, others, at: identity.address)

                    let before = try await identity.refusals("untrusted")
                    let stranger = Process("gatewayd", others, "gateway", ports, at: 4)
                    try await stranger.running(untilReady: false) {
                        try await eventually("the stranger is refused", within: .seconds(60)) {
                            try await identity.refusals("untrusted") > before
                        }
                        #expect(try await !stranger.isReady())
                    }
                }
            }
        }
    }

    /// A user registers and sees the account; scoring, which does not exist here, is not waited for
    /// long.
    private static func expectService(at address: String) async throws {
        let ana = try await App(url: "http://\(address)").registered("Ana")
        let me = try await ana.get("/v1/me")
        #expect(me.status == 200, "\(me.said)")
        #expect(me["id"]?.text == ana.id)
    }

    /// The operator's command is trusted by its certificate, and only by it.
    private static func expectOperator(
        _ ours: Certificates,
        _ others: Certificates,
        at address: String
    ) async throws {
        func ask(_ options: [String]) async throws -> RunningCluster.Outcome {
            let call = ["call", "identity", "SearchPeople", #"{"q": "nobody"}"#]
            let person = ["--user", "0199aaaa-0000-7000-8000-000000000000"]
            return try await RunningCluster.gauntlet(
                call + person + ["--address", address, "--key-file", ours.key] + options
            )
        }
        let known = try await ask(ours.options("operator"))
        #expect(known.status == 0, "\(known.error)")
        #expect(known.output == "{\"items\":[],\"nextCursor\":null}\n")
        for options in [others.options("operator"), []] {
            let refused = try await ask(options)
            #expect(refused.status != 0)
            #expect(refused.output.isEmpty)
            #expect(refused.error.contains("wire."), "\(refused.error)")
        }
    }
}

/// The output of `deploy/secrets` for one cluster.
private struct Certificates: Sendable {
    let directory: String

    /// Runs `body` with the secrets of two clusters that share only a cluster key.
    static func with(
        _ body: (_ ours: Certificates, _ others: Certificates) async throws -> Void
    )
        async throws
    {
        let root = "/tmp/gauntlet-tls.\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let (ours, others) = (
            Certificates(directory: "\(root)/ours"), Certificates(directory: "\(root)/others")
        )
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        for secrets in [ours, others] { try await secrets.make() }
        try FileManager.default.removeItem(atPath: others.key)
        try FileManager.default.copyItem(atPath: ours.key, toPath: others.key)
        try await body(ours, others)
    }

    /// The cluster key's file.
    var key: String { file("cluster.key") }

    func file(_ name: String) -> String { "\(directory)/\(name)" }

    /// The certificate options of `gauntlet call`.
    func options(_ name: String) -> [String] {
        [
            "--tls-certificate-file", file("\(name).crt"), "--tls-key-file", file("\(name).key"),
            "--tls-ca-file", file("authority.crt"),
        ]
    }

    private func make() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/secrets").path
        for arguments in [[directory], ["tls", directory]] {
            let result = try await Subprocess.run(
                .path(FilePath(script)),
                arguments: Arguments(arguments),
                output: .discarded,
                error: .string(limit: 1 << 16)
            )
            try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
        }
    }
}

/// One executable, started alone with TLS.
private struct Process: Sendable {
    let program: String
    let certificates: Certificates
    let name: String
    /// Where it serves the protocol, or HTTP.
    let address: String
    private let admin: String
    private let environment: [Environment.Key: String]

    /// Listens on the port at an index, and serves its health on the next one. Identity is at the
    /// first port; nothing listens at the last.
    init(
        _ program: String,
        _ certificates: Certificates,
        _ name: String,
        _ ports: [Int],
        at index: Int
    ) {
        self.program = program
        self.certificates = certificates
        self.name = name
        address = "127.0.0.1:\(ports[index])"
        admin = "127.0.0.1:\(ports[index + 1])"
        let nobody = "127.0.0.1:\(ports[ports.count - 1])"
        environment = [
            "GAUNTLET_CLUSTER_KEY_FILE": certificates.key,
            "GAUNTLET_TLS_CERTIFICATE_FILE": certificates.file("\(name).crt"),
            "GAUNTLET_TLS_KEY_FILE": certificates.file("\(name).key"),
            "GAUNTLET_TLS_CA_FILE": certificates.file("authority.crt"),
            (name == "gateway" ? "GAUNTLET_HTTP_LISTEN" : "GAUNTLET_LISTEN"): address,
            "GAUNTLET_ADMIN_LISTEN": admin,
            "GAUNTLET_ENDPOINTS_IDENTITY": "127.0.0.1:\(ports[0])",
            "GAUNTLET_ENDPOINTS_CHALLENGES": nobody,
            "GAUNTLET_ENDPOINTS_MEDIA": nobody,
            "GAUNTLET_ENDPOINTS_SCORING": nobody,
            "GAUNTLET_PASSWORD_COST": "ln=10,r=8,p=1",
        ]
    }

    /// Runs `body` while the process runs, and then ends it.
    func running(
        _ more: [String: String] = [:],
        untilReady: Bool,
        _ body: () async throws -> Void
    ) async throws {
        let programs = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var options = PlatformOptions()
        options.teardownSequence = [
            .send(signal: .terminate, allowedDurationToNextStep: .seconds(30))
        ]
        _ = try await Subprocess.run(
            .path(FilePath((programs as NSString).deletingLastPathComponent + "/\(program)")),
            environment: .inherit.updating(environment).updating(
                more.reduce(into: [:]) { $0[Environment.Key(stringLiteral: $1.key)] = $1.value }
            ),
            workingDirectory: "/",
            platformOptions: options,
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            try await eventually("\(program) answers for its health", within: .seconds(120)) {
                guard let isReady = try? await isReady() else { return false }
                return isReady || !untilReady
            }
            try await body()
            try execution.send(signal: .terminate)
        }
    }

    /// Whether it reports that it is ready.
    func isReady() async throws -> Bool {
        try await ask("/health/ready").status == 200
    }

    /// How many peers it has refused for a reason.
    func refusals(_ reason: String) async throws -> Int {
        let line = "gauntlet_peers_refused_total{reason=\"\(reason)\"} "
        let lines = try await ask("/metrics").text.split(separator: "\n")
        return lines.first { $0.hasPrefix(line) }.flatMap { Int($0.dropFirst(line.count)) } ?? 0
    }

    private func ask(_ path: String) async throws -> (status: UInt, text: String) {
        let response = try await App.client.execute(
            HTTPClientRequest(url: "http://\(admin)\(path)"),
            timeout: .seconds(30)
        )
        let body = try await response.body.collect(upTo: 1 << 22)
        return (response.status.code, String(buffer: body))
    }
}
