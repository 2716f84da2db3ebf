/// PostgreSQL's own tool of measurement: 16 connections, two threads, statements prepared.
public struct Pgbench: Sendable {
    private let tool: Tool
    private let script: String
    private let url: String
    /// How many connections it has.
    public static let clients = 16

    /// Writes a script down for it.
    ///
    /// - Parameters:
    ///   - name: Of the script, among those of one suite.
    ///   - script: The statements of one transaction, in pgbench's own language.
    ///   - scratch: Where the script lies.
    ///   - url: The database.
    /// - Throws: `StagingError` where there is no pgbench; why the script cannot be written.
    public init(
        _ name: String,
        _ script: String,
        in scratch: Scratch,
        url: String
    ) throws {
        tool = try Tool.postgres("pgbench")
        self.url = url
        self.script = try scratch.write(Array(script.utf8), to: "\(name).sql")
    }

    /// One turn.
    ///
    /// - Parameters:
    ///   - turn: How long; pgbench counts whole seconds, 1 at least.
    ///   - variables: What the script's variables begin with, for each connection.
    /// - Returns: Transactions a second, without the time to connect.
    /// - Throws: `StagingError` with its last words, also where a transaction failed.
    public func rate(
        over turn: Duration,
        _ variables: [String: Int] = [:]
    ) async throws -> Double {
        let said = try await tool.run(
            [
                "-n", "-M", "prepared", "-c", "\(Self.clients)", "-j", "2",
                "-T", "\(max(1, turn.components.seconds))", "-f", script,
            ] + variables.flatMap { ["-D", "\($0.key)=\($0.value)"] } + [url]
        )
        let rate = said.split(separator: "\n").first { $0.hasPrefix("tps = ") }
            .flatMap { $0.split(separator: " ").dropFirst(2).first }
            .flatMap { Double($0) }
        guard let rate else { throw StagingError("pgbench told no rate: \(said)") }
        return rate
    }
}
