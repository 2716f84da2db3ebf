import Foundation
import Subprocess
import Testing
import Wire

@testable import Transport

/// A certificate authority for a test, with files in its own directory.
struct Authority: Sendable {
    private let directory: String

    /// Runs `body` with new authorities, and then removes their files.
    static func run<Result: Sendable>(
        _ body: (_ ours: Authority, _ other: Authority) async throws -> Result
    ) async throws -> Result {
        let (ours, other) = (try await Authority(), try await Authority())
        defer {
            for authority in [ours, other] {
                try? FileManager.default.removeItem(atPath: authority.directory)
            }
        }
        return try await body(ours, other)
    }

    private init() async throws {
        directory =
            FileManager.default.temporaryDirectory
            .appending(path: "gauntlet-authority.\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        try await Self.openssl(Self.request("authority", in: directory))
    }

    /// The authority's certificate.
    var file: String { "\(directory)/authority.crt" }

    /// The files of a new certificate with one DNS name.
    func issue(_ name: String) async throws -> (certificate: String, key: String) {
        let file = "\(name).\(UUID().uuidString)"
        try await Self.openssl(
            Self.request(file, in: directory) + [
                "-CA", self.file, "-CAkey", "\(directory)/authority.key",
                "-addext", "subjectAltName=DNS:\(name)", "-addext", "basicConstraints=CA:FALSE",
            ]
        )
        return ("\(directory)/\(file).crt", "\(directory)/\(file).key")
    }

    /// The TLS configuration of a process with a new certificate.
    func tls(_ name: ServiceName) async throws -> TLS {
        let (certificate, key) = try await issue(name.rawValue)
        return try TLS(certificateFile: certificate, keyFile: key, authorityFile: file)
    }

    private static func request(_ name: String, in directory: String) -> [String] {
        [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=\(name)", "-keyout", "\(directory)/\(name).key", "-out",
            "\(directory)/\(name).crt",
        ]
    }

    private static func openssl(_ arguments: [String]) async throws {
        let result = try await Subprocess.run(
            .name("openssl"),
            arguments: Arguments(arguments),
            output: .discarded,
            error: .string(limit: 65_536)
        )
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    }
}
