import FoundationEssentials
import Postgres

/// A count that is built up in steps after an upgrade. The raw value is its name in the database.
enum CatchUp: String, CaseIterable, Sendable {
    /// Whether people are listed and shown.
    case people
    /// The ledger's lines, counted into months and weeks.
    case ledger
    /// The ledger's lines, counted for milestones.
    case counters
    /// The medals of users who had a friend before there was one for that.
    case friends
}

// The `catch_ups` table: one row for each count that is not complete. No other file names it.
extension Reader {
    /// Whether the count is not complete yet.
    func isUnderWay(_ catchUp: CatchUp) async throws -> Bool {
        try await one(
            "SELECT \(isUnderWay: catchUp)",
            .point
        ) { row in try row.next() }
    }
}

extension SQL.StringInterpolation {
    /// Writes a condition: whether the count is not complete yet.
    mutating func appendInterpolation(isUnderWay catchUp: CatchUp) {
        appendLiteral("EXISTS (SELECT FROM catch_ups WHERE name = ")
        appendInterpolation(catchUp.rawValue)
        appendLiteral(")")
    }
}

extension Transaction {
    /// Locks a count's row, and returns the last id that was counted. Returns `nil` if the count is
    /// complete, or another transaction has locked the row.
    func held(_ catchUp: CatchUp) async throws -> UUID? {
        try await first(
            """
            SELECT last FROM catch_ups WHERE name = \(catchUp.rawValue) FOR UPDATE SKIP LOCKED
            """
        ) { row in try row.next() }
    }

    /// Stores the last id that was counted, or deletes the row if `last` is `nil`: the count is
    /// complete. Sent with the next statement.
    func save(_ catchUp: CatchUp, at last: UUID?) throws {
        if let last {
            try enqueue("UPDATE catch_ups SET last = \(last) WHERE name = \(catchUp.rawValue)")
        } else {
            try enqueue("DELETE FROM catch_ups WHERE name = \(catchUp.rawValue)")
        }
    }

    /// Sets whether the next people are listed and shown.
    ///
    /// - Returns: The last of these people; `nil` if there were fewer than `limit`, so that the
    ///   count ends though people register meanwhile.
    func settlePeople(after last: UUID, limit: Int) async throws -> UUID? {
        try await one("SELECT players_catch_up(\(last), \(Int32(limit)))") { row in
            try row.next(UUID?.self)
        }
    }
}
