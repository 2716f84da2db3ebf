import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The repository's own files and scripts.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func lines(_ path: String) throws -> [String] {
        try text(path).components(separatedBy: "\n")
    }

    /// A file's text with single spaces between its words, without comment marks.
    static func flowing(_ path: String) throws -> String {
        try text(path).split(whereSeparator: \.isWhitespace).filter { $0 != "#" }
            .joined(separator: " ")
    }

    /// The names of the entries of a directory.
    static func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: directory).path)
            .sorted()
    }

    /// The relative paths of everything below a directory.
    static func paths(in directory: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: directory).path)
            .sorted()
    }

    /// The executables of services: those whose name ends in `d`, such as `mediad`.
    static let services: [String] =
        (try? names(in: "Sources").filter { name in
            name.hasSuffix("d") && name.first?.isLowercase == true
        }) ?? []
}

/// A command's output and exit status.
struct Outcome: Sendable {
    let status: Int32
    let output: String
    let error: String

    /// Runs a command until it exits.
    static func of(
        _ command: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let result = try await Subprocess.run(
            command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0]),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .inherit.updating(
                environment.reduce(into: [:]) {
                    $0[Environment.Key(stringLiteral: $1.key)] = $1.value
                }
            ),
            workingDirectory: "/",
            input: .string(input),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        guard case .exited(let status) = result.terminationStatus else {
            return Outcome(status: -1, output: result.standardOutput, error: result.standardError)
        }
        return Outcome(
            status: status,
            output: result.standardOutput,
            error: result.standardError
        )
    }

    /// Runs one of the scripts in `deploy`.
    static func script(_ name: String, _ arguments: String...) async throws -> Outcome {
        try await of([Repository.root.appending(path: "deploy/\(name)").path] + arguments)
    }
}

/// A directory that is removed after use.
struct Scratch: Sendable {
    let path: String

    init() throws {
        path = "/tmp/gauntlet-deploy.\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
    }

    func url(_ name: String) -> URL {
        URL(filePath: "\(path)/\(name)")
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: url(name), encoding: .utf8)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
