import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Prometheus' own tool, where it is on the path; `deploy/test` puts it there.
public struct Promtool: Sendable {
    private let path: String

    /// The tool; `nil` where there is none.
    public static let installed: Promtool? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/promtool" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map(Promtool.init(path:))
    }()

    /// What it says of a text of metrics.
    ///
    /// - Parameter metrics: What a process answers to `GET /metrics`.
    /// - Returns: Its complaints; empty where it has none.
    /// - Throws: What keeps it from being run.
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
