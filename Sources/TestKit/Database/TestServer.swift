import FoundationEssentials
package import Logging
import TestBasics

/// The PostgreSQL server for tests: one on this machine, never one with real data.
public struct TestServer: Sendable {
    /// The environment variable that holds the server's URL.
    public static let variable = "GAUNTLET_TEST_POSTGRES"

    /// Hosts on which tests may create and drop databases.
    static let hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]", "postgres", ""]

    /// Discards everything: lost connections are part of many tests.
    package static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A libpq URL.
    public let url: String

    /// - Throws: `TestSetupError` when the URL is invalid or names another host.
    public init(url: String) throws {
        guard let hosts = Self.hosts(of: url) else {
            throw TestSetupError("\(Self.variable) must be postgresql://USER@HOST:PORT/DATABASE")
        }
        for host in hosts where !Self.hosts.contains(host) && !host.hasPrefix("%2F") {
            throw TestSetupError("tests create and drop databases, so they refuse the host \(host)")
        }
        self.url = url
    }

    /// The server named by the environment.
    public static func fromEnvironment() throws -> TestServer {
        guard let url = ProcessInfo.processInfo.environment[variable], !url.isEmpty else {
            throw TestSetupError(
                "Set \(variable) to the URL of a PostgreSQL server for tests, such as "
                    + "postgresql://postgres@127.0.0.1:5432/postgres."
            )
        }
        return try TestServer(url: url)
    }

    /// The URL of another database on the same server.
    public func url(database: String) -> String {
        let (server, rest) = Self.parts(of: url)
        let options = rest.firstIndex(of: "?").map { rest[$0...] } ?? ""
        return "\(server)/\(database)\(options)"
    }

    /// Splits the URL after the host.
    private static func parts(of url: String) -> (server: Substring, rest: Substring) {
        guard let scheme = url.firstRange(of: "://") else { return ("", "") }
        let end = url[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        return (url[..<end], url[end...])
    }

    private static func hosts(of url: String) -> [String]? {
        let (server, rest) = parts(of: url)
        guard server.hasPrefix("postgres"), let scheme = server.firstRange(of: "://") else {
            return nil
        }
        // A `host` option overrides the host in the URL, so it may only name a socket.
        for option in rest.split(whereSeparator: { $0 == "?" || $0 == "&" })
        where option.hasPrefix("host") {
            let isSocket = option.hasPrefix("host=/") || option.hasPrefix("host=%2F")
            if !isSocket { return [String(option)] }
        }
        let authority = server[scheme.upperBound...]
        let hosts = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
        return (hosts ?? authority).split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.hasSuffix("]") ? $0 : $0[..<(portColon(in: $0) ?? $0.endIndex)])
        }
    }

    private static func portColon(in host: Substring) -> Substring.Index? {
        host.lastIndex(of: ":")
    }
}
