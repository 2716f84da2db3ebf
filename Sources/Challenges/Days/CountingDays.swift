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

/// On which days people did something that counts for their streaks (2.7-streaks): an entry, a
/// period or goal that was met, a dare or workout. Triggers note what comes and goes, in its
/// transaction; this counts it, and tells scoring when a day counts, or no longer does.
struct CountingDays: Sendable {
    let database: Database
    let now: @Sendable () -> Instant
    /// How many changes one transaction counts.
    var changesMax = 1_000

    /// The loop that counts.
    var task: PeriodicTask {
        PeriodicTask(every: .milliseconds(100), complaint: "Counting days failed; will retry.") {
            try await count()
        }
    }

    /// Counts all changes that are not counted yet. Several replicas may do so at once.
    ///
    /// - Returns: How many there were.
    func count() async throws -> Int {
        let moment = now()
        return try await database.inBatches(of: changesMax) { tx, limit in
            let changes = try await tx.takeDayChanges(limit: limit)
            let people = try await tx.copies(of: changes.map(\.user))
            let days = people.mapValues { LocalDays($0.zones) }
            let news = try await tx.count(changes.sums(by: days))
            try tx.emit(news, to: .scoring, at: moment)
            return changes.count
        }
    }
}
