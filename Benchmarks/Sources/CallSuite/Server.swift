import Foundation
import PeerTools
import Staging

/// A peer that answers in a process of its own while a suite asks it through others.
struct Server: Sendable {
    private let tool: Tool
    private let port: String
    /// What the process keeps in memory.
    let memory: ProcessMemory

    /// Starts a peer, and ends it when the body has ended.
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

    /// Lets a fresh process ask the server.
    func asked(_ work: Work, by callers: Int, for duration: Duration) async throws -> Figures {
        let milliseconds = Int(duration / .milliseconds(1))
        let said = try await tool.run([
            "ask", port, work.rawValue, "\(callers)", "\(milliseconds)",
        ])
        return try JSONDecoder().decode(Figures.self, from: Data(said.utf8))
    }
}
