import FoundationEssentials
import Identifiers
import Postgres

/// How far one table is taken over into `popularity`.
struct PopularityWalk: Hashable, Sendable {
    let source: Source
    /// The last row's key.
    var target: UUID
    var user: UserID

    /// The tables that are walked, each along its key.
    enum Source: String, CaseIterable, Sendable {
        /// For what decides in which lists a contest is.
        case contestCounts = "contest_counts"
        case definitionUses = "definition_uses"
        case likes
        case participants
    }
}

extension PopularityWalk.Source: Bindable, Readable {}

// The `popularity_walks` table. No other file names it.
extension Transaction {
    /// Locks a walk that has not ended; `nil` if all have, or others walk.
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

    /// Stores how far a walk is. Sent with the next statement.
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
