import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The programs that suites start: ours, which stand beside this one, and the system's.
public enum Programs {
    /// The directory of this executable, links resolved.
    public static var directory: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return ((path ?? "") as NSString).deletingLastPathComponent
    }

    /// The path of a program of the system's.
    ///
    /// - Parameters:
    ///   - name: As it is called on the command line, such as `wrk`.
    ///   - package: Debian's package that has it.
    /// - Returns: Where it is.
    /// - Throws: `StagingError` where it is not installed.
    public static func find(_ name: String, of package: String) throws(StagingError) -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
        for directory in directories {
            let file = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: file) { return file }
        }
        throw StagingError("\(name) is not installed: apt-get install \(package)")
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: Which.
    ///   - arguments: What it is told.
    ///   - environment: What it gets beside this process' own.
    /// - Returns: What it printed.
    /// - Throws: `StagingError` where it failed.
    @discardableResult
    public static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> String {
        let added = environment.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
        let result = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(Dictionary(uniqueKeysWithValues: added)),
            output: .string(limit: 16 << 20),
            error: .string(limit: 1 << 20)
        )
        guard result.terminationStatus.isSuccess else {
            let said = result.standardError.isEmpty ? result.standardOutput : result.standardError
            throw StagingError("\(path) failed: \(said.suffix(2_000))")
        }
        return result.standardOutput
    }
}

/// What a suite needs, and cannot have.
public struct StagingError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
