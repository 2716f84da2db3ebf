package import ChallengesCore
import FoundationEssentials
import Identifiers
import Postgres
import Values

// The `trends` table: each definition or contest with recent acts. Counting an act locks this row
// first. No other file names it but to join it.
extension Transaction {
    /// Locks the trends that are due, longest overdue first. The next statement sees all acts that
    /// were counted before. A concurrent act waits for the lock, and then makes the trend due
    /// again. Rows that others have locked are left to the next time.
    func dueTrends(at now: Instant, limit: Int) async throws -> [UUID] {
        try await all(
            """
            SELECT target FROM trends WHERE due_at <= \(now)
            ORDER BY due_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """
        ) { row in
            try row.next()
        }
    }

    /// Stores locked trends. Sent with the next statement.
    func save(_ trends: [Trend], at now: Instant) throws {
        guard !trends.isEmpty else { return }
        try enqueue(
            """
            UPDATE trends SET score = computed.score, people = computed.people,
                computed_at = \(now), due_at = computed.due_at
            FROM unnest(\(trends.map(\.target)), \(trends.map(\.score)), \(trends.map(\.people)),
                \(trends.map(\.dueAt))) AS computed(target, score, people, due_at)
            WHERE trends.target = computed.target
            """
        )
    }

    /// Removes locked trends without any activity. Sent with the next statement.
    func removeTrends(of targets: [UUID]) throws {
        guard !targets.isEmpty else { return }
        try enqueue("DELETE FROM trends WHERE target = ANY(\(targets))")
    }

    /// Locks the trends of acts, and makes them due. All transactions lock in the same order:
    /// contests before definitions, as joining a contest does. Sent with the next statement.
    package func expect(_ acts: [Act]) throws {
        let subjects = Dictionary(acts.map { ($0.target, $0.of) }) { first, _ in first }
        let targets = subjects.keys.sorted()
        guard let dueAt = acts.map(\.at).min() else { return }
        try enqueue(
            """
            INSERT INTO trends (target, of, due_at)
            SELECT acted.target, acted.of, \(dueAt)
            FROM unnest(\(targets), \(targets.compactMap { subjects[$0]?.rawValue }))
                AS acted(target, of)
            ORDER BY acted.of, acted.target
            ON CONFLICT ON CONSTRAINT trends_pkey
            DO UPDATE SET due_at = least(trends.due_at, excluded.due_at)
            """
        )
    }
}
