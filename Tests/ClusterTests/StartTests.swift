import Foundation
import Subprocess
import Synchronization
import TestKit
import Testing

@testable import Cluster

/// How a process of a cluster is started.
struct StartTests {
    private struct NoSocket: Error {}

    /// A program that is handed a socket.
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

    @Test func `where the log cannot be opened, no socket is`() async throws {
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
