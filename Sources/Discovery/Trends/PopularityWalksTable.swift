import FoundationEssentials
import Identifiers
import Postgres

/// The progress of copying the acts of one table into `popularity`.
struct PopularityWalk: Hashable, Sendable {
    let source: Source
    /// The key of the last row that was copied.
    var target: UUID
    var user: UserID

    /// The tables to copy, each in the order of its key.
    enum Source: String, CaseIterable, Sendable {
        /// Copies no acts, but the columns that decide in which lists a contest is.
        case contestCounts = "contest_counts"
        case definitionUses = "definition_uses"
        case likes
        case participants
    }
}

extension PopularityWalk.Source: Bindable, Readable {}

// The `popularity_walks` table. No other file names it.
extension Transaction {
    /// Locks the progress of a table that is not copied yet; `nil` if all are copied, or other
    /// processes have locked the rest.
    func openWalk() async throws -> PopularityWalk? {
        try await first(
            """
            SELECT source, target, user_id FROM popularity_walks WHERE NOT is_done
            ORDER BY source LIMIT 1 FOR UPDATE SKIP LOCKED
            """
        ) { row in
            try PopularityWalk(source: row.next(), target: row.next(), user: row.next())
        }
    }

    /// Stores the progress of copying a table. Sent with the next statement.
    func save(_ walk: PopularityWalk, isDone: Bool) throws {
        try enqueue(
            """
            UPDATE popularity_walks SET target = \(walk.target), user_id = \(walk.user),
                is_done = \(isDone)
            WHERE source = \(walk.source)
            """
        )
    }
}
