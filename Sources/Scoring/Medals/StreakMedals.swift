import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import Values

/// What a change of a streak's days means for the medals of the streak (2.7-medals).
///
/// A longer streak earns medals. Only a void or a removal as false takes back what it earned: the
/// medals of the lengths that the streak had with the day and does not have without it (2.7-void).
struct StreakMedals: Sendable {
    let user: UserID
    /// The streak before the change.
    let streak: StreakRecord
    /// The streak's days after the change, ascending.
    let days: [StreakDay]
    /// Whether a void or a removal as false changed the days.
    let isTakenBack: Bool
    /// The length of the longest run of days, after the change.
    let best: Int

    init(
        of user: UserID,
        for streak: StreakRecord,
        now days: [StreakDay],
        isTakenBack: Bool = false
    ) {
        self.user = user
        self.streak = streak
        self.days = days
        self.isTakenBack = isTakenBack
        best = StreakCount(days).best
    }

    /// Whether the streak gives medals: the overall one, and those of daily goals.
    var isAwarded: Bool { streak.goal == nil || streak.isDaily }

    /// Whether medals may be due.
    var isLonger: Bool { isAwarded && best > streak.awarded }

    /// Whether medals may have been taken back.
    var isShorter: Bool { isAwarded && isTakenBack && best < streak.count.best }

    /// The medals that the streak earns now, each when the day that reached it was over, or now.
    func earned(
        under rules: [MedalRule],
        named name: String?,
        at now: Instant
    ) -> [EarnedMedal] {
        rules.streaks(longerThan: streak.awarded, upTo: best).map { rule in
            let day = days.first(reaching: rule.threshold ?? 0)
            let end = day?.advanced(by: 1).startInUTC ?? now
            return rule.earned(by: user, for: streak.goal, named: name, at: min(now, end))
        }
    }

    /// The medals that the streak lost.
    func lost(under rules: [MedalRule]) -> [LostMedal] {
        rules.streaks(longerThan: best, upTo: streak.count.best).map { rule in
            rule.lost(by: user, for: streak.goal)
        }
    }
}

extension [StreakDay] {
    /// The day on which the streak first reached a length; `nil` if it never did.
    func first(reaching length: Int) -> CivilDate? {
        var count = StreakCount()
        for day in self {
            count.add(day)
            if count.current >= length { return day.day }
        }
        return nil
    }
}

extension Transaction {
    /// Awards or voids the medals of a locked streak.
    func settle(_ medals: StreakMedals, at now: Instant) async throws {
        if medals.isLonger {
            let rules = try await medalRules()
            let goals = try await personalGoals(
                medals.streak.goal.map { [$0] } ?? [],
                of: medals.user
            )
            let earned = medals.earned(under: rules, named: goals.first?.name, at: now)
            try await give(earned, tellingAt: now)
            try save(awarded: medals.best, of: medals.streak.id)
        } else if medals.isShorter {
            let rules = try await medalRules()
            try await takeBack(medals.lost(under: rules), .streakMedal, at: now)
            try save(awarded: min(medals.streak.awarded, medals.best), of: medals.streak.id)
        }
    }

    /// Awards the medal for the first proof, or voids it if the last day with proof was taken back.
    ///
    /// - Parameters:
    ///   - event: The change of a day that tells of proof.
    ///   - streak: The user's overall streak, which is locked.
    ///   - now: The time.
    /// - Throws: `PostgresError`.
    func settleFirstProof(
        of event: DayCounted,
        in streak: StreakRecord,
        at now: Instant
    ) async throws {
        guard let rule = try await medalRules().rule(of: .firstProof) else { return }
        if try await hasProof(in: streak.id) {
            let end = event.day.advanced(by: 1).startInUTC
            try await give([rule.earned(by: event.user, at: min(now, end))], tellingAt: now)
        } else {
            try await takeBack([rule.lost(by: event.user)], .medal, at: now)
        }
    }
}
