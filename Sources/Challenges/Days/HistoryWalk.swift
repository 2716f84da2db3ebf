import FoundationEssentials
import Postgres
import Values

/// The progress of telling scoring of what users did before an upgrade.
struct HistoryWalk: Hashable, Sendable {
    let source: Source
    /// The id that was counted last: of a user, a goal or a challenge.
    var last: UUID
    /// Of periods, the first day of the last one of that goal.
    var day: CivilDate

    /// What is counted. The raw value is stored.
    enum Source: String, CaseIterable, Sendable {
        /// The days on which users did something.
        case days
        /// The periods of recurring goals.
        case periods
        /// The dares and workouts that users sent.
        case sends
    }
}

extension HistoryWalk.Source: Bindable, Readable {}

// The `history_walks` table: one row for each source that is not counted completely. No other file
// names it.
extension Transaction {
    /// Locks the next walk; `nil` if all have ended, or other processes have locked the others.
    ///
    /// Sent challenges come first: until they are told, a user's next one looks like their first.
    /// Days come last: the migrations noted those of the last weeks, and a replica of the previous
    /// release that is still running takes changes without their pictures.
    func openHistoryWalk() async throws -> HistoryWalk? {
        try await first(
            """
            SELECT source, last, day FROM history_walks ORDER BY source DESC LIMIT 1
            FOR UPDATE SKIP LOCKED
            """
        ) { row in
            try HistoryWalk(source: row.next(), last: row.next(), day: row.next())
        }
    }

    /// Stores the progress of a walk, or deletes it if it has ended. Sent with the next statement.
    func save(_ walk: HistoryWalk, isDone: Bool) throws {
        if isDone {
            try enqueue("DELETE FROM history_walks WHERE source = \(walk.source)")
        } else {
            try enqueue(
                """
                UPDATE history_walks SET last = \(walk.last), day = \(walk.day)
                WHERE source = \(walk.source)
                """
            )
        }
    }
}
