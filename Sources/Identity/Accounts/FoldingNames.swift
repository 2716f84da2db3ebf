import Logging
import Outbox
import Postgres

/// Stores the searched names of accounts that have none: those that an earlier release wrote, or
/// whose names it changed (2.8-search). Until then they are found as before.
///
/// Each step locks the accounts that it takes and skips those that others hold, so replicas take
/// different accounts at the same time, and a killed one is continued.
struct FoldingNames: Sendable {
    let database: Database
    /// The maximum number of accounts in one step.
    var accountsMax = 500

    /// The loop: a step every 20 ms, and one check a minute once all is stored.
    var task: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(20),
            rest: .seconds(60),
            complaint: "Storing names for the search failed; will retry."
        ) {
            try await fold()
        }
    }

    /// Takes the next step.
    ///
    /// - Returns: The number of accounts.
    func fold() async throws -> Int {
        try await database.transaction { tx in try await tx.foldNames(limit: accountsMax) }
    }
}
