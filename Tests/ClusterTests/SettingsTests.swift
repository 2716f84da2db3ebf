import Foundation
import Subprocess
import TestKit
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Settings that a process refuses at its start because they contradict each other.
struct SettingsTests {
    private static let waiting = "Waiting for the database."
    private let scratch = "/tmp/gauntlet-settings.\(UInt64.random(in: 0...UInt64.max))"

    /// Starts challengesd with bounds for deadlines, where no database listens.
    ///
    /// - Returns: How it ended, and what it wrote to standard error. It is killed if it waits for
    ///   the database.
    private func start(
        min: String,
        max: String
    ) async throws -> (status: TerminationStatus, error: String) {
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: false
        )
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try "one:\(Data(repeating: 7, count: 32).base64EncodedString())"
            .write(toFile: "\(scratch)/key", atomically: true, encoding: .utf8)
        let log = try FileDescriptor.open(
            FilePath("\(scratch)/log"),
            .writeOnly,
            options: [.create, .append],
            permissions: .ownerReadWrite
        )
        let programs = (CommandLine.arguments[0] as NSString).deletingLastPathComponent
        let result = try await Subprocess.run(
            .path(FilePath("\(programs)/challengesd")),
            environment: .inherit.updating([
                "GAUNTLET_CLUSTER_KEY_FILE": "\(scratch)/key",
                "GAUNTLET_DATABASE_URL": "postgresql:///gauntlet?host=\(scratch)",
                "GAUNTLET_DEADLINE_MIN": "\(min)",
                "GAUNTLET_DEADLINE_MAX": "\(max)",
            ]),
            input: .none,
            output: .discarded,
            error: .fileDescriptor(log, closeAfterSpawningProcess: true)
        ) { execution in
            let isWaiting = { try written().contains(Self.waiting) }
            try await eventually("the process refuses its settings, or waits for the database") {
                try isWaiting() || written().hasPrefix("challengesd: ")
            }
            if try isWaiting() { _ = kill(execution.processIdentifier.value, SIGKILL) }
        }
        return (result.terminationStatus, try written())
    }

    private func written() throws -> String {
        try String(contentsOfFile: "\(scratch)/log", encoding: .utf8)
    }

    @Test func `a deadline cannot be further away at least than at most`() async throws {
        let (status, error) = try await start(min: "61m", max: "1h")
        #expect(status == .exited(78))
        #expect(
            error == "challengesd: GAUNTLET_DEADLINE_MIN (--deadline-min) must not be longer than"
                + " GAUNTLET_DEADLINE_MAX\n"
        )
    }

    @Test func `both bounds of a deadline may be the same`() async throws {
        let (status, error) = try await start(min: "60m", max: "1h")
        #expect(error.contains(Self.waiting))
        #expect(status == .signaled(SIGKILL))
    }
}
