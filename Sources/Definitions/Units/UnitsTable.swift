package import Identifiers
package import Postgres
package import Values

// The `units` table. No other file names it.
extension Transaction {
    /// How much one entry of a challenge may hold; `nil` where the operator says nothing of its unit,
    /// or it has none. Sent with the next statement.
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

    /// Stores what is known of a unit: how much an entry may hold, and of a unit of time how many
    /// seconds one is.
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
    /// How much of a unit one entry may hold; `nil` for a unit of which the operator says nothing.
    package func cap(ofUnit unit: String) async throws -> Amount? {
        try await first("SELECT cap FROM units WHERE unit = \(unit)", .point) { row in
            try row.next()
        }
    }

    /// Whether a unit is one of time.
    func isTime(unit: String) async throws -> Bool {
        try await first("SELECT seconds IS NOT NULL FROM units WHERE unit = \(unit)", .point) {
            row in
            try row.next()
        } ?? false
    }
}
