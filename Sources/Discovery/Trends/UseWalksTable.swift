import Identifiers
import Postgres

// The `use_walks` table: the progress of adding participants to `definition_uses` who joined
// contests when joining did not yet count as a use. No other file names it.
extension Transaction {
    /// Locks the progress of copying from `participants`; `nil` if it is complete, or another
    /// process has locked it.
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

    /// Stores the progress of copying. Sent with the next statement.
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
