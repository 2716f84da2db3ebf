import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A cluster for one suite, as `gauntlet up` starts it, in a temporary directory; gone after the
/// suite. The limits of requests spare this machine's own addresses.
public final class PrivateCluster: Sendable {
    private let gauntlet: Tool
    private let directory: String
    private let port: Int

    /// The gateway's, such as `http://127.0.0.1:20000`.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// A directory for the suite's own files; gone with the cluster.
    public var files: String { "\(directory).files" }

    /// Lends a cluster in which everything is ready, for the time of `body`.
    ///
    /// - Parameters:
    ///   - environment: Settings of its processes.
    ///   - body: Uses it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or why there is no cluster.
    public static func with<Value>(
        _ environment: [String: String] = [:],
        _ body: (PrivateCluster) async throws -> Value
    ) async throws -> Value {
        let cluster = try PrivateCluster()
        do {
            try await cluster.start(environment)
            let value = try await body(cluster)
            await cluster.remove()
            return value
        } catch {
            await cluster.remove()
            throw error
        }
    }

    private init() throws(Missing) {
        gauntlet = try Tool.built("gauntlet")
        directory = "/tmp/gauntlet-bench.\(UInt32.random(in: 0...UInt32.max))"
        port = try Self.freePort()
    }

    /// The libpq URL of a service's role in the cluster's PostgreSQL.
    public func database(of service: String) throws -> String {
        let file = "\(directory)/secrets/\(service).url"
        return try String(contentsOfFile: file, encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs statements as a service's role.
    ///
    /// - Parameters:
    ///   - script: What `psql` reads.
    ///   - service: Whose tables are meant.
    /// - Returns: The rows, a line each, without headings.
    /// - Throws: `Missing` with the server's words.
    @discardableResult
    public func run(_ script: String, in service: String) async throws -> String {
        try await Tool.postgres("psql").run(
            ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", database(of: service), "-f", "-"],
            input: script
        )
    }

    private func start(_ environment: [String: String]) async throws {
        try FileManager.default.createDirectory(
            atPath: files,
            withIntermediateDirectories: true
        )
        var environment = environment
        environment["GAUNTLET_LIMITS_EXEMPT"] = "127.0.0.0/8,::1"
        try await gauntlet.run(
            ["up", "--no-demo", "--detach", "--data", directory, "--port", "\(port)"],
            environment: environment
        )
    }

    private func remove() async {
        _ = try? await gauntlet.run(["down", "--data", directory])
        try? FileManager.default.removeItem(atPath: directory)
        try? FileManager.default.removeItem(atPath: files)
    }

    private static func freePort() throws(Missing) -> Int {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        for port in UInt16(20_000)...32_000 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let isFree = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isFree { return Int(port) }
        }
        throw Missing("no port of loopback is free")
    }
}
