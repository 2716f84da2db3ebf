/// PostgreSQL's own benchmark: 16 connections, two threads, prepared statements.
public struct Pgbench: Sendable {
    private let tool: Tool
    private let script: String
    private let url: String
    /// The number of its connections.
    public static let clients = 16

    /// Writes a script file for pgbench.
    ///
    /// - Parameters:
    ///   - name: The script's name, unique in its suite.
    ///   - script: The statements of one transaction, in pgbench's own language.
    ///   - scratch: The directory of the script.
    ///   - url: The URL of the database.
    /// - Throws: `StagingError` when there is no pgbench, or the error of writing the script.
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

    /// Runs one round.
    ///
    /// - Parameters:
    ///   - turn: How long; pgbench counts whole seconds, at least 1.
    ///   - variables: The initial values of the script's variables, for each connection.
    /// - Returns: Transactions per second, without the time to connect.
    /// - Throws: `StagingError` with the end of pgbench's output, also when a transaction failed.
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
        guard let rate else { throw StagingError("pgbench reported no rate: \(said)") }
        return rate
    }
}
