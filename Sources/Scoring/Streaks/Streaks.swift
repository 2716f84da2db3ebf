import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import Values
import Zones

/// The streaks of users: one for each recurring goal, and an overall one (2.7-streaks).
struct Streaks: Sendable {
    let database: Database
    let now: @Sendable () -> Instant

    var switchboard: Switchboard {
        Switchboard {
            $0.on(listStreaks)
            $0.on(planStreak)
            $0.on(periodClosed)
            $0.on(dayCounted)
            $0.on(goalDeleted)
        }
    }

    /// Computes a locked streak from its stored days and plans, stores the count, and awards or
    /// voids the streak's medals.
    ///
    /// - Parameters:
    ///   - streak: The streak before the change.
    ///   - user: Whose streak it is.
    ///   - isTakenBack: Whether a void or a removal as false changed the days.
    ///   - moment: The time.
    ///   - tx: The transaction that holds the streak.
    /// - Returns: The count.
    /// - Throws: `PostgresError`.
    @discardableResult
    func recount(
        _ streak: StreakRecord,
        of user: UserID,
        isTakenBack: Bool = false,
        at moment: Instant,
        in tx: Transaction
    ) async throws -> StreakCount {
        let stored = try await tx.streakDays(of: streak.id)
        let plans = streak.goal == nil ? try await tx.streakPlans(of: streak.id) : []
        let days = streak.days(from: stored, under: plans)
        let count = StreakCount(days)
        try tx.save(count, of: streak.id)
        let medals = StreakMedals(of: user, for: streak, now: days, isTakenBack: isTakenBack)
        try await tx.settle(medals, at: moment)
        return count
    }

    /// The current day in a user's time zone.
    func today(of user: UserID, in reader: some Reader) async throws -> CivilDate {
        let zones = try await reader.copies(of: [user])[user]?.zones ?? []
        return ZoneStays(zones.map { ($0.since, $0.name) }).day(of: now())
    }

    /// The current length of a user's overall streak.
    func currentStreak(of user: UserID) async throws -> Int {
        guard let streak = try await database.streak(of: user, goal: nil) else { return 0 }
        let today = try await today(of: user, in: database)
        return try await overallReply(streak, on: today, in: database).current
    }

    /// A user's overall streak as the user sees it on a day.
    func overallReply(
        _ streak: StreakRecord,
        on today: CivilDate,
        in reader: some Reader
    ) async throws -> Streak {
        let first = today.advanced(by: 1 - StreakRecord.shownDays)
        let shown = try await reader.shownDays(of: [streak.id], since: first)[streak.id]
        let plans = try await reader.streakPlans(of: streak.id)
        return streak.overallReply(showing: shown ?? [], under: plans, on: today)
    }
}
