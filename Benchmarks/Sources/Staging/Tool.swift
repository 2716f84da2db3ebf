import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// A program that a suite runs beside the measuring process.
public struct Tool: Sendable {
    /// The absolute path.
    public let path: String
    /// Whether the user `postgres` runs it when root measures.
    private let isUnprivileged: Bool

    init(path: String, isUnprivileged: Bool) {
        self.path = path
        self.isUnprivileged = isUnprivileged
    }

    /// A program installed on the system.
    ///
    /// - Parameters:
    ///   - name: The name, searched along PATH and in `/usr/sbin`.
    ///   - package: The package to install it from, for the error.
    /// - Throws: `StagingError`, in one line that names both.
    public init(_ name: String, of package: String) throws(StagingError) {
        let paths = (Self.searchPath + ["/usr/sbin"]).map { "\($0)/\(name)" }
        let found = paths.first { path in access(path, X_OK) == 0 }
        guard let found else {
            throw StagingError("\(name) is not installed: apt-get install \(package)")
        }
        self.init(path: found, isUnprivileged: false)
    }

    /// A program that was built with this one, in the same directory.
    public static func built(_ name: String) throws(StagingError) -> Tool {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return try Tool(program: own.deletingLastPathComponent().appending(path: name).path)
    }

    /// A program that Benchmarks/run builds, by its absolute path.
    public init(program path: String) throws(StagingError) {
        guard access(path, X_OK) == 0 else {
            throw StagingError("\(path) was not built: run Benchmarks/run")
        }
        self.init(path: path, isUnprivileged: false)
    }

    /// One of PostgreSQL's programs, such as `pgbench`, from the newest installed version.
    public static func postgres(_ name: String) throws(StagingError) -> Tool {
        try postgres(name, isUnprivileged: false)
    }

    /// As `postgres(_:)`; optionally run as the user `postgres` when root measures.
    static func postgres(
        _ name: String,
        isUnprivileged: Bool
    ) throws(StagingError) -> Tool {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let directories =
            versions.compactMap(Int.init).filter { $0 >= 15 }.sorted(by: >)
            .map { "\(root)/\($0)/bin" } + searchPath
        let found = directories.first {
            access("\($0)/postgres", X_OK) == 0 && access("\($0)/pg_ctl", X_OK) == 0
        }
        guard let found else {
            throw StagingError("no PostgreSQL server (15 or newer) is installed: run deploy/up")
        }
        guard access("\(found)/\(name)", X_OK) == 0 else {
            throw StagingError(
                "\(found)/\(name) is missing: apt-get install postgresql-contrib"
            )
        }
        return Tool(path: "\(found)/\(name)", isUnprivileged: isUnprivileged)
    }

    private static var searchPath: [String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map(String.init)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: The program's arguments.
    ///   - environment: Variables in addition to this process'.
    ///   - input: The standard input.
    /// - Returns: The standard output.
    /// - Throws: `StagingError` with the end of its output, when it fails.
    @discardableResult
    public func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> String {
        let result = try await Subprocess.run(
            configuration(arguments, environment: environment),
            input: .string(input),
            output: .string(limit: 16 << 20),
            error: .string(limit: 1 << 20)
        )
        guard result.terminationStatus.isSuccess else {
            let said = result.standardError.isEmpty ? result.standardOutput : result.standardError
            let last = said.split(separator: "\n").suffix(3)
            throw StagingError("\(path) failed: \(last.joined(separator: "; "))")
        }
        return result.standardOutput
    }

    /// When run as root, the program switches to the unprivileged user with `setpriv`.
    func configuration(_ arguments: [String], environment: [String: String]) -> Configuration {
        var command = [path] + arguments
        if isUnprivileged, SystemUser.postgres != nil {
            command =
                [
                    "/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups",
                    "--",
                ] + command
        }
        var variables: [Environment.Key: String?] = ["LC_ALL": "C.UTF-8"]
        for (name, value) in environment { variables[.init(stringLiteral: name)] = value }
        return Configuration(
            executable: .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .inherit.updating(variables),
            workingDirectory: "/"
        )
    }
}

/// The user that PostgreSQL runs as when root starts it: it refuses to run as root.
enum SystemUser {
    static var postgres: (id: uid_t, group: gid_t)? {
        guard geteuid() == 0, let entry = getpwnam("postgres") else { return nil }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }
}
