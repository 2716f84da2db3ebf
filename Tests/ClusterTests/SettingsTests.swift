import Foundation
import Subprocess
import TestBasics
import TestKit
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Settings that a process refuses at its start, because they are wrong or contradict each other.
struct SettingsTests {
    private static let waiting = "Waiting for the database."
    private let scratch = "/tmp/gauntlet-settings.\(UInt64.random(in: 0...UInt64.max))"

    /// Starts a service with settings, where no database listens.
    ///
    /// - Returns: How it ended, and what it wrote to standard error. It is killed if it waits for
    ///   the database.
    private func start(
        _ service: String,
        _ settings: [Environment.Key: String?]
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
            .path(FilePath("\(programs)/\(service)")),
            environment: .inherit.updating([
                "GAUNTLET_CLUSTER_KEY_FILE": "\(scratch)/key",
                "GAUNTLET_DATABASE_URL": "postgresql:///gauntlet?host=\(scratch)",
            ]).updating(settings),
            input: .none,
            output: .discarded,
            error: .fileDescriptor(log, closeAfterSpawningProcess: true)
        ) { execution in
            let isWaiting = { try written().contains(Self.waiting) }
            try await eventually("the process refuses its settings, or waits for the database") {
                try isWaiting() || written().hasPrefix("\(service): ")
            }
            if try isWaiting() { _ = kill(execution.processIdentifier.value, SIGKILL) }
        }
        return (result.terminationStatus, try written())
    }

    private func written() throws -> String {
        try String(contentsOfFile: "\(scratch)/log", encoding: .utf8)
    }

    @Test func `a deadline cannot be further away at least than at most`() async throws {
        let (status, error) = try await start(
            "challengesd",
            [
                "GAUNTLET_DEADLINE_MIN": "61m", "GAUNTLET_DEADLINE_MAX": "1h",
            ]
        )
        #expect(status == .exited(78))
        #expect(
            error == "challengesd: GAUNTLET_DEADLINE_MIN (--deadline-min) must not be longer than"
                + " GAUNTLET_DEADLINE_MAX\n"
        )
    }

    @Test func `both bounds of a deadline may be the same`() async throws {
        let (status, error) = try await start(
            "challengesd",
            [
                "GAUNTLET_DEADLINE_MIN": "60m", "GAUNTLET_DEADLINE_MAX": "1h",
            ]
        )
        #expect(error.contains(Self.waiting))
        #expect(status == .signaled(SIGKILL))
    }

    // The directory of time zones, which is the C library's setting too.

    /// Starts a service with a directory of time zones.
    private func start(
        _ service: String,
        withZonesIn path: String
    ) async throws -> (status: TerminationStatus, error: String) {
        try await start(service, ["TZDIR": path])
    }

    @Test(arguments: ["identityd", "challengesd", "scoringd"])
    func `an empty or cut directory of time zones is refused in one line`(
        service: String
    ) async throws {
        let zones = try ZoneDirectory(release: "2026b", zones: ["Europe/Here": .fixed(0)])
        let (waits, waiting) = try await start(service, withZonesIn: zones.path)
        #expect(waits == .signaled(SIGKILL) && waiting.contains(Self.waiting))
        let whole = TZifFile.fixed(0).bytes
        try zones.write("Europe/Here", Array(whole.dropLast()))
        func refusal(_ problem: String) -> String {
            "\(service): the time zones in \(zones.path) cannot be used: \(problem). Install the"
                + " package tzdata, or set TZDIR to a complete directory of zones.\n"
        }
        let cut = try await start(service, withZonesIn: zones.path)
        #expect(cut.status == .exited(78))
        #expect(
            cut.error == refusal("the file Europe/Here is cut, or is no file of a zone")
        )
        try zones.remove("tzdata.zi")
        let empty = try await start(service, withZonesIn: zones.path)
        #expect(empty.status == .exited(78))
        #expect(empty.error == refusal("there is no file tzdata.zi"))
        withExtendedLifetime(zones) {}
    }

    @Test func `an empty TZDIR means the directory of the system`() async throws {
        let (status, error) = try await start("challengesd", withZonesIn: "")
        #expect(status == .signaled(SIGKILL) && error.contains(Self.waiting))
    }

    @Test(arguments: ["admin,", "admin, root", "a", "boss@example.org"])
    func `a list of reserved usernames has only usernames`(list: String) async throws {
        let (status, error) = try await start("identityd", ["GAUNTLET_USERNAMES_RESERVED": list])
        #expect(status == .exited(78))
        #expect(
            error == "identityd: GAUNTLET_USERNAMES_RESERVED (--usernames-reserved) must be up to"
                + " 1,000 usernames such as admin,support, separated by commas, not “\(list)”\n"
        )
    }

    @Test func `an operator reserves usernames`() async throws {
        let (status, error) = try await start(
            "identityd",
            ["GAUNTLET_USERNAMES_RESERVED": "boss,The_Boss"]
        )
        #expect(error.contains(Self.waiting))
        #expect(status == .signaled(SIGKILL))
    }
}
