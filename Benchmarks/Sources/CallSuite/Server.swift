import Foundation
import PeerTools
import Staging

/// A peer that serves in its own process, while a suite runs clients in others.
struct Server: Sendable {
    private let tool: Tool
    private let port: String
    /// The memory of the process.
    let memory: ProcessMemory

    /// Starts a peer, and stops it when the body returns.
    static func with(
        _ name: String,
        _ body: @Sendable (Server) async throws -> Void
    ) async throws {
        let tool = try Tool.built(name)
        try await RunningTool.run(tool, ["serve"]) { peer in
            try await body(
                Server(tool: tool, port: peer.line, memory: ProcessMemory(peer.pid))
            )
        }
    }

    /// Runs a client in a new process against the server.
    func asked(_ work: Work, by callers: Int, for duration: Duration) async throws -> Figures {
        let milliseconds = Int(duration / .milliseconds(1))
        let said = try await tool.run([
            "ask", port, work.rawValue, "\(callers)", "\(milliseconds)",
        ])
        return try JSONDecoder().decode(Figures.self, from: Data(said.utf8))
    }
}
