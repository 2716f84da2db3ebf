import ChallengesCore
import Dares
import FoundationEssentials
import Goals
import Identifiers
import IdentityAPI
import Logging
import Outbox
import People
import Postgres
import ScoringAPI
import Values
import Wire

/// Tells scoring, in steps, of what users did before an upgrade: the days that count, the closed
/// periods of goals, and the challenges that were sent (2.7-streaks, 2.7-medals).
///
/// Repeating a step changes nothing: a day is set to what is there, periods have versions, and
/// scoring counts each challenge once. So replicas may take steps at the same time, and a killed
/// one is continued.
struct CountingHistory: Sendable {
    let database: Database
    let now: @Sendable () -> Instant
    /// The maximum number of days, periods or challenges in one step. A user's days are in the same
    /// step, even if they are more.
    var rowsMax = 1_000
    /// The maximum number of users, or of goals, in one step.
    var ownersMax = 50

    /// The loop that counts: a step every 100 ms, and one check a minute once all is counted.
    var task: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(100),
            rest: .seconds(60),
            complaint: "Counting what users did before the upgrade failed; will retry."
        ) {
            try await count()
        }
    }

    /// Takes the next step of one of the walks, unless many changes of days wait to be counted.
    ///
    /// - Returns: The number of steps taken: 0 or 1.
    func count() async throws -> Int {
        try await database.transaction { tx in try await step(in: tx) ? 1 : 0 }
    }

    /// Takes the next step in a transaction.
    ///
    /// - Returns: Whether there was one.
    func step(in tx: Transaction) async throws -> Bool {
        let moment = now()
        guard let walk = try await tx.openHistoryWalk() else { return false }
        switch walk.source {
        case .days:
            guard try await !tx.hasDayChanges(beyond: rowsMax) else { return false }
            try await countDays(walk, at: moment, in: tx)
        case .periods: try await countPeriods(walk, at: moment, in: tx)
        case .sends: try await countSends(walk, at: moment, in: tx)
        }
        return true
    }

    /// Sets the days of the next users, and notifies scoring of those that begin to count.
    private func countDays(
        _ walk: HistoryWalk,
        at moment: Instant,
        in tx: Transaction
    ) async throws {
        let users = try await tx.activeUsers(after: UserID(walk.last), limit: ownersMax)
        let zones = try await tx.copies(of: users).mapValues { LocalDays($0.zones) }
        let days = try await tx.activities(of: users).sums(by: zones).keys
        let taken = users.prefix(of: days, daysMax: rowsMax)
        let next = days.filter { taken.contains($0.user) }
        let before = try await tx.holdDays(next)
        // Read after the locks: what is counted by others from here on is added to these sums.
        let sums = try await tx.activities(of: Array(taken)).sums(by: zones)
        try tx.emit(try await tx.setDays(before, to: sums), to: .scoring, at: moment)
        var walk = walk
        walk.last = taken.last?.uuid ?? walk.last
        try tx.save(walk, isDone: taken.count == users.count && users.count < ownersMax)
    }

    /// Notifies scoring of the next periods that are over or met. Goals are locked against deletion
    /// only: a change has a higher version.
    private func countPeriods(
        _ walk: HistoryWalk,
        at moment: Instant,
        in tx: Transaction
    ) async throws {
        let goals = try await tx.keptGoals(from: ChallengeID(walk.last), limit: ownersMax)
        let events = try await tx.closedPeriods(
            of: goals,
            after: (ChallengeID(walk.last), walk.day),
            limit: rowsMax
        )
        try tx.emit(events, to: .scoring, at: moment)
        var walk = walk
        if events.count == rowsMax, let last = events.last {
            (walk.last, walk.day) = (last.goal.uuid, last.startsOn)
            try tx.save(walk, isDone: false)
        } else {
            (walk.last, walk.day) = (goals.last?.uuid ?? walk.last, Self.behindAll)
            try tx.save(walk, isDone: goals.count < ownersMax)
        }
    }

    /// Notifies scoring of the next challenges that were sent.
    private func countSends(
        _ walk: HistoryWalk,
        at moment: Instant,
        in tx: Transaction
    ) async throws {
        let sent = try await tx.sentChallenges(after: ChallengeID(walk.last), limit: rowsMax)
        try tx.emit(sent, to: .scoring, at: moment)
        var walk = walk
        walk.last = sent.last?.challenge.uuid ?? walk.last
        try tx.save(walk, isDone: sent.count < rowsMax)
    }

    /// A day after all periods of a goal: 31 December 9999.
    private static let behindAll = CivilDate(daysSince1970: 2_932_896)
}

extension [UserID] {
    /// The first users, as many as have at most `daysMax` of the days together; at least one.
    fileprivate func prefix(of days: some Sequence<ActivityDay>, daysMax: Int) -> ArraySlice<UserID>
    {
        let counts = days.reduce(into: [:]) { counts, day in counts[day.user, default: 0] += 1 }
        var sum = 0
        let fitting = prefix { user in
            sum += counts[user, default: 0]
            return sum <= daysMax
        }
        return prefix(Swift.max(1, fitting.count))
    }
}
