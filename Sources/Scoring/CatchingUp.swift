import FoundationEssentials
import Identifiers
import Logging
public import Outbox
import Postgres

// Rows written before this release are counted in steps, each row once, while the service runs.
// Rows written meanwhile are counted as they are written.
extension Scoring {
    /// The loop that counts the rows written before this release. Once they are counted, it checks
    /// once a minute.
    public var catchingUp: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(20),
            rest: .seconds(60),
            complaint: "Counting what was there before this release failed; will retry."
        ) {
            try await catchUp()
        }
    }

    /// Takes the next step of each count that is not complete.
    ///
    /// - Parameter limit: The maximum number of people, or of lines of the ledger, in a step.
    /// - Returns: The number of steps taken.
    /// - Throws: `PostgresError`.
    func catchUp(limit: Int = 1_000) async throws -> Int {
        var count = 0
        for catchUp in CatchUp.allCases {
            let hasMoved = try await database.transaction { tx in
                guard let last = try await tx.held(catchUp) else { return false }
                let next =
                    switch catchUp {
                    case .people: try await tx.settlePeople(after: last, limit: limit)
                    case .ledger: try await tx.countLines(after: last, limit: limit)
                    case .counters: try await tx.setCounters(after: UserID(last), limit: limit)
                    case .friends:
                        try await tx.awardFriends(after: UserID(last), limit: limit, at: now())
                    }
                try tx.save(catchUp, at: next)
                return true
            }
            if hasMoved { count += 1 }
        }
        return count
    }
}
