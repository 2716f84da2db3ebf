import FoundationEssentials
import Postgres

/// What is counted in steps after an upgrade, by its name in the database.
enum CatchUp: String, CaseIterable, Sendable {
    /// Whether people are listed and shown.
    case people
    /// The lines of the ledger into months and weeks.
    case ledger
}

// The `catch_ups` table: what is still to be counted, a row until it is done. No other file names
// it.
extension Reader {
    /// Whether something is still to be counted.
    func isUnderWay(_ catchUp: CatchUp) async throws -> Bool {
        try await one(
            "SELECT \(isUnderWay: catchUp)",
            .point
        ) { row in try row.next() }
    }
}

extension SQL.StringInterpolation {
    /// Writes whether something is still to be counted.
    mutating func appendInterpolation(isUnderWay catchUp: CatchUp) {
        appendLiteral("EXISTS (SELECT FROM catch_ups WHERE name = ")
        appendInterpolation(catchUp.rawValue)
        appendLiteral(")")
    }
}

extension Transaction {
    /// Locks what is to be counted, and returns how far it is, in the order of the ids; `nil` if it
    /// is done, or another transaction is at it.
    func held(_ catchUp: CatchUp) async throws -> UUID? {
        try await first(
            """
            SELECT last FROM catch_ups WHERE name = \(catchUp.rawValue) FOR UPDATE SKIP LOCKED
            """
        ) { row in try row.next() }
    }

    /// Stores how far it is; `nil` if it is done. Sent with the next statement.
    func save(_ catchUp: CatchUp, at last: UUID?) throws {
        if let last {
            try enqueue("UPDATE catch_ups SET last = \(last) WHERE name = \(catchUp.rawValue)")
        } else {
            try enqueue("DELETE FROM catch_ups WHERE name = \(catchUp.rawValue)")
        }
    }

    /// Says of the next people whether they are listed and shown.
    ///
    /// - Returns: The last one of them; `nil` if there are none.
    func settlePeople(after last: UUID, limit: Int) async throws -> UUID? {
        try await one("SELECT players_catch_up(\(last), \(Int32(limit)))") { row in
            try row.next(UUID?.self)
        }
    }
}
