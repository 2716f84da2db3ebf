import AsyncHTTPClient
import Cluster
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The admin port of a process, as an operator uses it.
extension RunningCluster {
    struct AdminAnswer: Sendable {
        let status: Int
        let text: String
    }

    /// Requests health or metrics from a process, on a connection of its own: a kept one might
    /// still lead to the process that had the port before.
    func admin(_ name: String, _ path: String) async throws -> AdminAnswer {
        let port = try #require(try process(name).adminPort, "\(name) has no admin port")
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.headers.add(name: "Connection", value: "close")
        let response = try await App.client.execute(request, timeout: .seconds(60))
        return AdminAnswer(
            status: Int(response.status.code),
            text: String(buffer: try await response.body.collect(upTo: 1 << 22))
        )
    }

    /// How many connections a process has with others of the cluster, by its own count.
    func connections(of name: String) async throws -> [String: Int] {
        let prefix = "gauntlet_connections{"
        let lines = try await admin(name, "/metrics").text.split(separator: "\n")
        return Dictionary(
            lines.filter { $0.hasPrefix(prefix) }.compactMap { line in
                let parts = line.split(separator: " ")
                return Double(parts.last ?? "").map { (String(parts[0]), Int($0)) }
            },
            uniquingKeysWith: +
        )
    }
}

/// Prints measurements for readers of the tests' output: figures of the machine that no test
/// depends on.
enum Report {
    static func line(_ text: String) {
        FileHandle.standardError.write(Data("measured: \(text)\n".utf8))
    }
}
