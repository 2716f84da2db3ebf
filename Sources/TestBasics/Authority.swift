import Foundation
import Subprocess

/// A certificate authority for a test, with files in its own directory.
public struct Authority: Sendable {
    private let directory: String

    /// Runs `body` with new authorities, and then removes their files.
    ///
    /// - Parameter body: Uses the authorities.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the reason an authority could not be made.
    public static func run<Result: Sendable>(
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
    public var file: String { "\(directory)/authority.crt" }

    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - name: The name of whom it is for.
    ///   - alternative: What it is valid for, such as `IP:127.0.0.1`; the DNS name by default.
    /// - Returns: The files of the certificate and of its key.
    /// - Throws: If it could not be made.
    public func issue(
        _ name: String,
        validFor alternative: String? = nil
    ) async throws -> (certificate: String, key: String) {
        let file = "\(name).\(UUID().uuidString)"
        try await Self.openssl(
            Self.request(file, in: directory) + [
                "-CA", self.file, "-CAkey", "\(directory)/authority.key",
                "-addext", "subjectAltName=\(alternative ?? "DNS:\(name)")",
                "-addext", "basicConstraints=CA:FALSE",
            ]
        )
        return ("\(directory)/\(file).crt", "\(directory)/\(file).key")
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
        guard result.terminationStatus.isSuccess else {
            throw TestSetupError("openssl failed: \(result.standardError)")
        }
    }
}
