import Identifiers
import Postgres

// The `use_walks` table: how far those who joined contests before these were uses of a definition
// are taken over into `definition_uses`. No other file names it.
extension Transaction {
    /// Locks the walk along `participants`; `nil` if it has ended, or others walk.
    func openUseWalk() async throws -> PopularityWalk? {
        try await first(
            """
            SELECT source, target, user_id FROM use_walks WHERE NOT is_done
            FOR UPDATE SKIP LOCKED
            """
        ) { row in
            try PopularityWalk(source: row.next(), target: row.next(), user: row.next())
        }
    }

    /// Stores how far the walk is. Sent with the next statement.
    func saveUseWalk(_ walk: PopularityWalk, isDone: Bool) throws {
        try enqueue(
            """
            UPDATE use_walks SET target = \(walk.target), user_id = \(walk.user),
                is_done = \(isDone)
            WHERE source = \(walk.source)
            """
        )
    }
}
