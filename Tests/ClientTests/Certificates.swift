import Foundation
import Subprocess
import Testing
import Transport
import Wire

/// A cluster's certificates, as files: its authority's, those of two processes, and a self-signed
/// one.
struct Certificates: Sendable {
    let directory: String

    init(in directory: String) async throws {
        self.directory = directory
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        try await make("authority", [])
        try await make("stranger", ["-addext", "subjectAltName=DNS:gateway"])
        for name in ["challenges", "gateway"] {
            try await make(
                name,
                [
                    "-CA", "\(directory)/authority.crt", "-CAkey", "\(directory)/authority.key",
                    "-addext", "subjectAltName=DNS:\(name)", "-addext", "basicConstraints=CA:FALSE",
                ]
            )
        }
    }

    /// The TLS configuration of a process.
    func tls(of name: ServiceName) throws -> TLS {
        try TLS(
            certificateFile: "\(directory)/\(name).crt",
            keyFile: "\(directory)/\(name).key",
            authorityFile: "\(directory)/authority.crt"
        )
    }

    private func make(_ name: String, _ arguments: [String]) async throws {
        let request = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=\(name)", "-keyout", "\(directory)/\(name).key", "-out",
            "\(directory)/\(name).crt",
        ]
        let result = try await Subprocess.run(
            .name("openssl"),
            arguments: Arguments(request + arguments),
            output: .discarded,
            error: .string(limit: 65_536)
        )
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    }
}
