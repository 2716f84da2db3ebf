import Identifiers
import Postgres

// The `holdings` table: how many pictures each user has. Triggers of `media` keep it, whichever
// release writes that. No other file names it.
extension Reader {
    /// How many pictures a user has.
    func holdings(of owner: UserID) async throws -> Holdings {
        try await first(
            "SELECT pictures, bytes FROM holdings WHERE owner = \(owner)",
            .point
        ) { row in
            try Holdings(pictures: row.next(), bytes: row.next())
        } ?? Holdings()
    }
}
