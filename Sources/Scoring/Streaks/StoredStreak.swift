import Identifiers
import ScoringAPI
import Values

/// A user's streak as it is stored, with all that it is computed from.
struct StoredStreak: Hashable, Sendable {
    let user: UserID
    let streak: StreakRecord
    /// The stored days, ascending.
    let days: [StreakDay]
    /// The plans, ascending.
    let plans: [StreakPlan]

    /// How the stored count differs from the one that the days and plans make; `nil` if it does
    /// not.
    var difference: ScoreDifference? {
        let recounted = streak.recounted(from: days, under: plans)
        guard recounted != streak.count else { return nil }
        return ScoreDifference(
            user: user,
            score: streak.goal.map { "streak \($0)" } ?? "streak",
            stored: streak.count.text,
            recounted: recounted.text
        )
    }
}

extension StreakRecord {
    /// Computes the streak from its beginning.
    ///
    /// - Parameters:
    ///   - days: All stored days, ascending.
    ///   - plans: The plans, ascending. A goal has none: its periods say whether they rested.
    /// - Returns: The count up to the last day that counts, or the last stored period.
    func recounted(from days: [StreakDay], under plans: [StreakPlan]) -> StreakCount {
        StreakCount(self.days(from: days, under: plans))
    }

    /// The days of which the streak consists, computed from the stored ones as `recounted` does.
    func days(from days: [StreakDay], under plans: [StreakPlan]) -> [StreakDay] {
        guard goal == nil else { return days }
        return plans.days(counting: days.filter { $0.what == .counted }.map(\.day))
    }
}

extension StreakCount {
    /// The count in one line, for operators.
    fileprivate var text: String {
        let day = lastDay.map { ", last day \($0)" } ?? ""
        let used = frozen.isEmpty ? "" : " (used \(frozen.map { "\($0)" }.joined(separator: " ")))"
        return "current \(current), best \(best)\(day), freezes \(freezes)\(used)"
    }
}
