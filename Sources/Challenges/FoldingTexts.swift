import Contests
import Definitions
import Logging
import Outbox
import Postgres

/// Stores the folded words of contests and definitions that have none: those that an earlier
/// release wrote, or whose texts it changed (2.8-search). Until then they are found as before.
///
/// Each step locks the rows that it takes and skips those that others hold, so replicas take
/// different rows at the same time, and a killed one is continued.
struct FoldingTexts: Sendable {
    let database: Database
    /// The maximum number of contests, and of definitions, in one step.
    var rowsMax = 200

    /// The loop: a step every 20 ms, and one check a minute once all is stored.
    var task: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(20),
            rest: .seconds(60),
            complaint: "Storing the words of texts failed; will retry."
        ) {
            try await fold()
        }
    }

    /// Takes the next step.
    ///
    /// - Returns: The number of contests and definitions.
    func fold() async throws -> Int {
        let definitions = try await database.transaction { tx in
            try await tx.foldDefinitions(limit: rowsMax)
        }
        let contests = try await database.transaction { tx in
            try await tx.foldContests(limit: rowsMax)
        }
        return definitions + contests
    }
}
