import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Prometheus' own `promtool`, if it is on the path; `deploy/test` installs it there.
public struct Promtool: Sendable {
    private let path: String

    /// The installed tool; `nil` when there is none.
    public static let installed: Promtool? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/promtool" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map(Promtool.init(path:))
    }()

    /// Lints metrics.
    ///
    /// - Parameter metrics: A process' response to `GET /metrics`.
    /// - Returns: The tool's complaints; empty when it has none.
    /// - Throws: When the tool cannot be run.
    public func complaints(about metrics: String) async throws -> String {
        let result = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: ["check", "metrics"],
            input: .string(metrics),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        guard !result.terminationStatus.isSuccess else { return "" }
        return "\(result.terminationStatus): \(result.standardOutput)\(result.standardError)"
    }
}
