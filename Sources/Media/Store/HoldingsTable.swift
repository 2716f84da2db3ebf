import Identifiers
import Postgres

// The `holdings` table: the number and size of each user's pictures. Triggers of `media` update it,
// whichever release writes to that. No other file names it.
extension Reader {
    /// The number and size of a user's pictures.
    func holdings(of owner: UserID) async throws -> Holdings {
        try await first(
            "SELECT pictures, bytes FROM holdings WHERE owner = \(owner)",
            .point
        ) { row in
            try Holdings(pictures: row.next(), bytes: row.next())
        } ?? Holdings()
    }
}
