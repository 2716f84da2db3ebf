import Foundation
import Subprocess
import Synchronization
import TestKit
import Testing

@testable import Cluster

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// How a cluster's processes are started.
struct StartTests {
    private struct NoSocket: Error {}

    /// A program that is passed a socket.
    private func program(input: @escaping @Sendable () throws -> CInt) -> Program {
        Program(
            name: "gateway",
            configuration: Configuration(executable: .name("true")),
            input: input,
            address: "",
            adminPort: nil
        ) { true }
    }

    private func supervisor(_ directory: DataDirectory) throws -> Supervisor {
        try Supervisor(
            directory,
            programs: (CommandLine.arguments[0] as NSString).deletingLastPathComponent,
            options: .init(),
            logger: TestServer.quiet
        )
    }

    @Test func `early output of a process is in its log`() async throws {
        let directory = try DataDirectory(
            "/tmp/gauntlet-start.\(UInt64.random(in: 0...UInt64.max))"
        )
        try FileManager.default.createDirectory(
            atPath: directory.logs,
            withIntermediateDirectories: true
        )
        try FileManager.default.createDirectory(
            atPath: directory.run,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let program = Program(
            name: "media",
            configuration: Configuration(
                executable: .name("sh"),
                arguments: ["-c", "echo said; echo complained >&2"]
            ),
            address: "",
            adminPort: nil
        ) { true }
        try await supervisor(directory).runOnce(program)
        let said = try String(contentsOfFile: directory.log(of: "media"), encoding: .utf8)
        #expect(said == "said\ncomplained\n")
    }

    @Test func `a process of a cluster ignores SIGHUP before it handles it`() async throws {
        let script = "kill -HUP $$; echo still here"
        let command = ["/bin/sh", "-c", script].ignoringHangUp
        let result = try await Subprocess.run(
            .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            output: .string(limit: 100)
        )
        #expect(result.standardOutput == "still here\n")
    }

    @Test func `if the log cannot be opened, no socket is opened`() async throws {
        let directory = try DataDirectory(
            "/tmp/gauntlet-start.\(UInt64.random(in: 0...UInt64.max))"
        )
        let isOpened = Mutex(false)
        let program = program {
            isOpened.withLock { $0 = true }
            throw NoSocket()
        }
        let supervisor = try supervisor(directory)
        await #expect(throws: (any Error).self) { try await supervisor.runOnce(program) }
        #expect(isOpened.withLock { !$0 })
    }
}
