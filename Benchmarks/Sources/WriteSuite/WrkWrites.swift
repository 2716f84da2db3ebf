import Staging

/// Rows for one write each, by the numbers at the end of their ids.
struct PreparedRows {
    /// More than a round can write.
    private static let countPerSecond = 8_000

    let first: Int
    let count: Int

    /// The rows that a round of this length needs, from a number on.
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
    let wrk: Wrk

    /// Runs one round. The time counts until the last event of these writes is delivered, as it
    /// does for pgbench: a service that neglects its events is no faster.
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
        let (answers, seconds) = try await wrk.writes(
            of: requests,
            arguments,
            to: cluster.url,
            for: turn
        )
        guard answers < Double(rows.count) else {
            throw StagingError("wrk used up all \(rows.count) rows")
        }
        let delivering = try await ContinuousClock().measure {
            try await cluster.deliverEvents(of: service)
        }
        return answers / (seconds + delivering / .seconds(1))
    }
}

extension Duration {
    /// At least one.
    fileprivate var wholeSeconds: Int64 { max(1, components.seconds) }
}
