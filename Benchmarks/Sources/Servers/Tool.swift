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

/// What a suite cannot go on without, in one line.
public struct Missing: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// A program that a suite runs beside the one that measures.
public struct Tool: Sendable {
    /// Absolute.
    public let path: String
    /// Whether root runs it as the user `postgres`.
    private let isUnprivileged: Bool

    init(path: String, isUnprivileged: Bool) {
        self.path = path
        self.isUnprivileged = isUnprivileged
    }

    /// A program of the system's.
    ///
    /// - Parameters:
    ///   - name: Looked for along PATH.
    ///   - package: What brings it, for whoever has to install it.
    /// - Throws: `Missing`, in one line that names both.
    public init(_ name: String, package: String) throws(Missing) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let paths = path.split(separator: ":").map { "\($0)/\(name)" }
        let found = paths.first { path in access(path, X_OK) == 0 }
        guard let found else {
            throw Missing("\(name) is not installed: apt-get install \(package)")
        }
        self.init(path: found, isUnprivileged: false)
    }

    /// A program that was built with this one, and lies beside it.
    public static func built(_ name: String) throws(Missing) -> Tool {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = own.deletingLastPathComponent().appending(path: name).path
        guard access(path, X_OK) == 0 else {
            throw Missing("\(path) was not built: run Benchmarks/run")
        }
        return Tool(path: path, isUnprivileged: false)
    }

    /// One of PostgreSQL's programs, such as `pgbench`.
    public static func postgres(_ name: String) throws(Missing) -> Tool {
        let path = "\(try postgresPrograms())/\(name)"
        guard access(path, X_OK) == 0 else {
            throw Missing("\(path) is missing: apt-get install postgresql-contrib")
        }
        return Tool(path: path, isUnprivileged: false)
    }

    /// The directory of the newest server that is installed, of at least PostgreSQL 15.
    static func postgresPrograms() throws(Missing) -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let paths =
            versions.compactMap(Int.init).filter { $0 >= 15 }.sorted(by: >)
            .map { "\(root)/\($0)/bin" } + path.split(separator: ":").map(String.init)
        let found = paths.first {
            access("\($0)/postgres", X_OK) == 0 && access("\($0)/pg_ctl", X_OK) == 0
        }
        guard let found else {
            throw Missing("no PostgreSQL server (15 or newer) is installed: run deploy/up")
        }
        return found
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: Variables beside those of this process.
    ///   - input: What it reads.
    /// - Returns: What it wrote to its output.
    /// - Throws: `Missing` with its last words, where it fails.
    @discardableResult
    public func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> String {
        let result = try await Subprocess.run(
            configuration(arguments, environment: environment),
            input: .string(input),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        guard result.terminationStatus.isSuccess else {
            let said = result.standardError.split(separator: "\n").suffix(3)
            throw Missing("\(path) failed: \(said.joined(separator: "; "))")
        }
        return result.standardOutput
    }

    /// As root, a program becomes the unprivileged user by `setpriv`.
    private func configuration(
        _ arguments: [String],
        environment: [String: String]
    ) -> Configuration {
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

/// Whom PostgreSQL runs as when root starts it: it refuses to be root.
enum SystemUser {
    static var postgres: (id: uid_t, group: gid_t)? {
        guard geteuid() == 0, let entry = getpwnam("postgres") else { return nil }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }
}
