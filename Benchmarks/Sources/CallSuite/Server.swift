import Foundation
import PeerTools
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A peer that answers in a process of its own while a suite asks it through others.
struct Server: Sendable {
    private let program: FilePath
    private let port: Int
    /// What the process keeps in memory.
    let memory: ProcessMemory

    /// Starts a peer, and ends it when the body has ended.
    static func with(_ name: String, _ body: (Server) async throws -> Void) async throws {
        let program = try Self.program(name)
        _ = try await Subprocess.run(
            .path(program),
            arguments: ["serve"],
            input: .none,
            output: .sequence,
            error: .currentStandardError
        ) { execution in
            let pid = execution.processIdentifier.value
            defer { kill(pid, SIGTERM) }
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let line = try await lines.next(), let port = Int(line) else {
                throw PeerError("\(name) does not listen")
            }
            try await body(Server(program: program, port: port, memory: ProcessMemory(pid)))
        }
    }

    /// Lets a fresh process ask the server.
    func asked(_ work: Work, by callers: Int, for duration: Duration) async throws -> Figures {
        let milliseconds = Int(duration / .milliseconds(1))
        let result = try await Subprocess.run(
            .path(program),
            arguments: ["ask", "\(port)", work.rawValue, "\(callers)", "\(milliseconds)"],
            output: .string(limit: 4_096),
            error: .currentStandardError
        )
        guard result.terminationStatus.isSuccess else {
            throw PeerError("\(program) ended with \(result.terminationStatus)")
        }
        return try JSONDecoder().decode(
            Figures.self,
            from: Data(result.standardOutput.utf8)
        )
    }

    /// The peers stand beside the running program.
    private static func program(_ name: String) throws -> FilePath {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = FilePath(own).removingLastComponent().appending(name)
        guard FileManager.default.isExecutableFile(atPath: path.string) else {
            throw PeerError("\(name) is missing: build the package Benchmarks")
        }
        return path
    }
}
