import ChallengesCore
import Contests
import Definitions
import FoundationEssentials
import Identifiers
import Logging
package import Outbox
import Postgres
import Values

/// What many people do at the moment (2.8-trending): computes it now and then, and takes over what
/// was done before it was counted.
package struct Trends: Sendable {
    let database: Database
    let rules: DiscoveryRules
    let now: @Sendable () -> Instant
    /// How many things one transaction computes.
    var thingsMax = 100
    /// How many rows one transaction takes over.
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

    /// The loop that takes over what was done before: some rows each tenth of a second; once there
    /// are none left, one look a minute.
    package var filling: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(100),
            rest: .seconds(60),
            complaint: "Taking over what people did before failed; will retry."
        ) {
            try await fill()
        }
    }

    /// Computes all trends that are due, some in each transaction.
    ///
    /// - Returns: How many there were.
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

    /// Takes over the next rows of one of the tables. It goes on where it, or another replica, was.
    ///
    /// - Returns: How many tables were walked: 0 when all are taken over.
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
                // What no longer counts needs no trend.
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

    /// Takes over the next people who joined contests before that was a use of a definition, once
    /// the other tables are: what they did is counted by the triggers of the uses.
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
