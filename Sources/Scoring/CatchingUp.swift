import FoundationEssentials
import Identifiers
import Logging
public import Outbox
import Postgres

// What was there before this release is counted in steps, each of them once, while all goes on:
// what comes meanwhile is counted where it comes.
extension Scoring {
    /// Counts what was there before this release; one look a minute once it is done.
    public var catchingUp: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(20),
            rest: .seconds(60),
            complaint: "Counting what was there before this release failed; will retry."
        ) {
            try await catchUp()
        }
    }

    /// Takes the next step of all that is not counted yet.
    ///
    /// - Parameter limit: How many people, or lines of the ledger, a step has at most.
    /// - Returns: How many steps were taken.
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
                    }
                try tx.save(catchUp, at: next)
                return true
            }
            if hasMoved { count += 1 }
        }
        return count
    }
}
