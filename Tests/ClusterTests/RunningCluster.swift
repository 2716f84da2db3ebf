import Cluster
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A cluster of real processes in a directory of its own, started and stopped by the command that
/// an operator uses.
struct RunningCluster: Sendable {
    let directory: String
    let port: Int

    var url: String { "http://127.0.0.1:\(port)" }

    /// Runs `body` on a new cluster, and stops it whatever happens.
    static func run<Result: Sendable>(
        _ body: (RunningCluster) async throws -> Result
    ) async throws -> Result {
        let cluster = try RunningCluster()
        do {
            try await cluster.up()
            let result = try await body(cluster)
            try await cluster.remove()
            return result
        } catch {
            await cluster.showLogs()
            try? await cluster.remove()
            throw error
        }
    }

    init() throws {
        directory = "/tmp/gauntlet-cluster.\(UInt64.random(in: 0...UInt64.max))"
        port = try Self.freePort()
    }

    func up(_ arguments: [String] = ["--no-demo"]) async throws {
        let result = try await Self.gauntlet(
            ["up", "--detach", "--port", "\(port)", "--database-setting", "fsync=off"]
                + ["--data", directory] + arguments
        )
        try #require(result.status == 0, "\(result.output)\(result.error)")
    }

    func down() async throws -> String {
        try await Self.gauntlet(["down", "--data", directory]).output
    }

    /// What `status --json` prints.
    func processes() async throws -> [ProcessState] {
        let result = try await Self.gauntlet(["status", "--json", "--data", directory])
        return try JSONDecoder().decode([ProcessState].self, from: Data(result.output.utf8))
    }

    /// Ends a process as a crash would, and says which it was.
    @discardableResult
    func kill(_ name: String) async throws -> Int32 {
        let process = try await processes().first { $0.name == name && $0.pid != nil }
        let pid = try #require(process?.pid, "\(name) does not run")
        #expect(Foundation.kill(pid, SIGKILL) == 0)
        return pid
    }

    private func remove() async throws {
        _ = try await down()
        try FileManager.default.removeItem(atPath: directory)
    }

    /// A failing test says what the processes said.
    private func showLogs() async {
        let logs = (try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/log")) ?? []
        for log in logs.sorted() {
            guard let text = try? String(contentsOfFile: "\(directory)/log/\(log)", encoding: .utf8)
            else { continue }
            let lines = text.split(separator: "\n").suffix(15)
            FileHandle.standardError.write(
                Data("--- \(log)\n\(lines.joined(separator: "\n"))\n".utf8)
            )
        }
    }

    // What a command did.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let error: String
    }

    /// Runs the operator's command, which stands beside the tests.
    static func gauntlet(
        _ arguments: [String],
        in workingDirectory: String = "/"
    ) async throws -> Outcome {
        let programs = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let result = try await Subprocess.run(
            .path(FilePath((programs as NSString).deletingLastPathComponent + "/gauntlet")),
            arguments: Arguments(arguments),
            workingDirectory: FilePath(workingDirectory),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        var status: Int32 = -1
        if case .exited(let code) = result.terminationStatus { status = code }
        return Outcome(
            status: status,
            output: result.standardOutput,
            error: result.standardError
        )
    }

    private static func freePort() throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 12_000...19_999)
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let isFree = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isFree { return port }
        }
        throw ClusterError("no free port is left")
    }
}
