import Identifiers
import Postgres

// The `use_walks` table: the progress of adding to `definition_uses` the participants who joined
// contests before that counted as a use of the definition. No other file names it.
extension Transaction {
    /// Locks the walk along `participants`; `nil` if it has ended, or is locked by another process.
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

    /// Stores the progress of the walk. Sent with the next statement.
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
