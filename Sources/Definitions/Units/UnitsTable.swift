package import Identifiers
package import Postgres
package import Values

// The `units` table. No other file names it.
extension Transaction {
    /// The maximum amount of one entry of a challenge; `nil` if it has no unit, or the operator set
    /// nothing for it. Sent with the next statement.
    package func readCap(of challenge: ChallengeID) throws -> Deferred<Amount?> {
        try deferred(
            """
            SELECT units.cap FROM units JOIN challenges ON challenges.unit = units.unit
            WHERE challenges.id = \(challenge)
            """
        ) { row in
            try row.next(Amount.self)
        }.map { $0.first }
    }

    /// Stores the maximum amount of one entry in a unit and, for a unit of time, its length in
    /// seconds.
    func put(unit: String, cap: Amount, seconds: Int?) async throws {
        try await run(
            """
            INSERT INTO units (unit, cap, seconds) VALUES (\(unit), \(cap), \(seconds))
            ON CONFLICT ON CONSTRAINT units_pkey
            DO UPDATE SET cap = excluded.cap, seconds = excluded.seconds
            """
        )
    }
}

extension Reader {
    /// The maximum amount of one entry in a unit; `nil` if the operator set none.
    package func cap(ofUnit unit: String) async throws -> Amount? {
        try await first("SELECT cap FROM units WHERE unit = \(unit)", .point) { row in
            try row.next()
        }
    }

    /// How many seconds a unit of time has; `nil` for any other unit.
    package func seconds(ofUnit unit: String) async throws -> Int? {
        try await first(
            "SELECT seconds FROM units WHERE unit = \(unit) AND seconds IS NOT NULL",
            .point
        ) { row in
            Int(try row.next(Int32.self))
        }
    }
}
