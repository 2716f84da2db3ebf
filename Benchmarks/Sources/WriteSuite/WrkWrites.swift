import Staging

/// Rows, of which each takes one write, by the numbers at the end of their ids.
struct PreparedRows {
    /// More than a round can write.
    private static let countPerSecond = 8_000

    let first: Int
    let count: Int

    /// As many as a round of that length needs, from a number on.
    init(from first: Int, for turn: Duration) {
        self.first = first
        count = Int(turn.wholeSeconds) * Self.countPerSecond
    }

    /// The number after the last row's.
    var end: Int { first + count }

    /// The first row and the number of rows of each pgbench connection.
    var variables: [String: Int] {
        ["row": first - 1, "share": count / Pgbench.clients]
    }
}

/// Writes through the gateway of a cluster, by 64 connections of wrk.
struct WrkWrites {
    let cluster: StandingCluster
    let wrk: Tool

    /// Runs one round. The time counts until the last event of these writes is delivered, as it does for
    /// pgbench: a service that neglects its events is no faster.
    ///
    /// - Parameters:
    ///   - requests: In Lua, `init`, which gets the arguments, and `request`.
    ///   - arguments: The arguments of `init`.
    ///   - rows: The rows that are written to.
    ///   - turn: How long.
    ///   - service: The service that answers.
    /// - Returns: Writes per second.
    /// - Throws: `StagingError` when a write was refused, when the rows ran out, or when the events
    ///   do not arrive.
    func rate(
        of requests: String,
        _ arguments: [String],
        _ rows: PreparedRows,
        _ turn: Duration,
        in service: String
    ) async throws -> Double {
        let output = try await Scratch.run { scratch in
            let script = try scratch.write(Array((requests + Self.done).utf8), to: "write.lua")
            return try await wrk.run(
                [
                    "-c", "64", "-t", "1", "-d", "\(turn.wholeSeconds)", "-s", script, cluster.url,
                    "--",
                ] + arguments
            )
        }
        let figures = output.split(separator: "\n").last?.split(separator: " ") ?? []
        guard figures.count == 3, figures[0] == "answers", let answers = Double(figures[1]),
            let microseconds = Double(figures[2]), answers < Double(rows.count)
        else { throw StagingError("not all of wrk's writes were accepted: \(output)") }
        let delivering = try await ContinuousClock().measure {
            try await cluster.deliverEvents(of: service)
        }
        return answers / (microseconds / 1e6 + delivering / .seconds(1))
    }

    /// Writes one line: the number of answers, and microseconds.
    private static let done = """
        function done(summary)
            local errors = summary.errors
            if errors.status + errors.connect + errors.read + errors.write + errors.timeout > 0 then
                io.write(string.format("status %d, connect %d, read %d, write %d, timeout %d\\n",
                    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
            else
                io.write(string.format("answers %d %d\\n", summary.requests, summary.duration))
            end
        end

        """
}

extension Duration {
    /// At least one.
    fileprivate var wholeSeconds: Int64 { max(1, components.seconds) }
}
