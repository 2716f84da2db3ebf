import ChallengesCore
import Identifiers
import IdentityAPI
import Logging
import Outbox
import People
import Postgres
import ScoringAPI
import Values
import Wire

/// Counts the activities on each user's day that count for streaks (2.7-streaks): entries, met
/// periods and goals, dares and workouts.
///
/// Database triggers record each added or removed activity in the same transaction. This loop adds
/// the changes up, and notifies scoring when a day starts or stops counting.
struct CountingDays: Sendable {
    let database: Database
    let now: @Sendable () -> Instant
    /// The maximum number of changes counted in one transaction; 1,000 by default.
    var changesMax = 1_000

    /// The loop that counts.
    var task: PeriodicTask {
        PeriodicTask(every: .milliseconds(100), complaint: "Counting days failed; will retry.") {
            try await count()
        }
    }

    /// Counts all recorded changes. Several replicas may call this at the same time.
    ///
    /// - Returns: The number of changes counted.
    func count() async throws -> Int {
        let moment = now()
        return try await database.inBatches(of: changesMax) { tx, limit in
            let changes = try await tx.takeDayChanges(limit: limit)
            let people = try await tx.copies(of: changes.map(\.user))
            let days = people.mapValues { LocalDays($0.zones) }
            let news = try await tx.count(changes.changes(by: days))
            try tx.emit(news, to: .scoring, at: moment)
            return changes.count
        }
    }
}
