import ChallengesCore
import Contests
import Definitions
import FoundationEssentials
import Identifiers
import Logging
package import Outbox
import Postgres
import Values

/// The definitions and contests that are trending (2.8-trending). Computes trends periodically, and
/// counts acts that are older than the counting of acts.
package struct Trends: Sendable {
    let database: Database
    let rules: DiscoveryRules
    let now: @Sendable () -> Instant
    /// The maximum number of trends computed in one transaction.
    var thingsMax = 100
    /// The maximum number of rows copied in one transaction.
    var rowsMax = 1_000

    /// The loop that computes trends.
    package var computing: PeriodicTask {
        PeriodicTask(
            every: rules.trendingEvery,
            rest: rules.trendingEvery,
            complaint: "Computing trends failed; will retry."
        ) {
            try await compute()
        }
    }

    /// The loop that counts older acts: a batch of rows every 100 ms, and one check a minute once
    /// none are left.
    package var filling: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(100),
            rest: .seconds(60),
            complaint: "Taking over what people did before failed; will retry."
        ) {
            try await fill()
        }
    }

    /// Computes all trends that are due, in batches of one transaction each.
    ///
    /// - Returns: The number of computed trends.
    package func compute() async throws -> Int {
        let moment = now()
        return try await database.inBatches(of: thingsMax) { tx, limit in
            let targets = try await tx.dueTrends(at: moment, limit: limit)
            guard !targets.isEmpty else { return 0 }
            let activities = try await tx.activities(with: targets, at: moment, under: rules)
            let trends = activities.map { Trend($0, at: moment, under: rules) }
            try tx.save(trends, at: moment)
            let busy = Set(trends.map(\.target))
            try tx.removeTrends(of: targets.filter { !busy.contains($0) })
            return targets.count
        }
    }

    /// Copies the next rows of one of the tables. Continues where this or another replica stopped.
    ///
    /// - Returns: The number of tables that rows were copied from: 0 when all are done.
    func fill() async throws -> Int {
        let moment = now()
        return try await database.transaction { tx in
            guard var walk = try await tx.openWalk() else { return try await fillUses(in: tx) }
            let count: Int
            switch walk.source {
            case .contestCounts:
                let contests = try await tx.countedContests(
                    after: ChallengeID(walk.target),
                    limit: rowsMax
                )
                try tx.shelve(contests)
                count = contests.count
                walk.target = contests.last?.uuid ?? walk.target
            case .definitionUses, .likes, .participants:
                let rows = try await rows(behind: walk, in: tx)
                // Acts outside of the window need no trend.
                let acts = rows.flatMap(\.acts).filter { $0.at > moment - rules.trendingWindow }
                try tx.expect(acts)
                try tx.takeOver(rows, of: walk.source)
                count = rows.count
                if let last = rows.last { (walk.target, walk.user) = (last.target, last.user) }
            }
            try tx.save(walk, isDone: count < rowsMax)
            return 1
        }
    }

    /// Records the use of definitions by the next participants who joined contests when joining did
    /// not yet count as a use. Starts once the other tables are copied. The triggers of
    /// `definition_uses` count the acts.
    private func fillUses(in tx: Transaction) async throws -> Int {
        guard var walk = try await tx.openUseWalk() else { return 0 }
        let people = try await tx.participants(after: (walk.target, walk.user), limit: rowsMax)
        try tx.use(people)
        if let last = people.last { (walk.target, walk.user) = (last.target, last.user) }
        try tx.saveUseWalk(walk, isDone: people.count < rowsMax)
        return 1
    }

    private func rows(
        behind walk: PopularityWalk,
        in tx: Transaction
    ) async throws -> [ActedRow] {
        switch walk.source {
        case .contestCounts:
            return []
        case .definitionUses:
            return try await tx.uses(after: (walk.target, walk.user), limit: rowsMax)
        case .likes:
            return try await tx.likes(after: (walk.target, walk.user), limit: rowsMax)
        case .participants:
            return try await tx.participants(after: (walk.target, walk.user), limit: rowsMax)
        }
    }
}
