import ChallengesAPI
import ChallengesCore
import Values

/// What was done for a goal on each local day: what was logged, and the totals of its metric
/// (2.4-source).
struct GoalTally: Hashable, Sendable {
    /// What was logged, added up.
    var entries: [CivilDate: Amount] = [:]
    /// What counts of the totals.
    var totals: [CivilDate: Amount] = [:]

    /// What counts of a day: the entries together are one source beside the others, and the
    /// greatest counts.
    func value(of day: CivilDate) -> Amount {
        max(entries[day] ?? .zero, totals[day] ?? .zero)
    }

    /// The same of some of the days.
    func within(_ days: ClosedRange<CivilDate>) -> GoalTally {
        GoalTally(
            entries: entries.filter { days.contains($0.key) },
            totals: totals.filter { days.contains($0.key) }
        )
    }

    /// What all days come to.
    var sum: Amount { sum(of: days) }

    /// What the best successive days come to (2.4-window).
    ///
    /// - Parameter count: How many days; 1 for the best single day.
    /// - Returns: Their sum.
    func best(of count: Int) -> Amount {
        var best = Amount.zero
        var window: [CivilDate] = []
        for day in days.sorted() {
            window.append(day)
            window.removeAll { $0.advanced(by: count) <= day }
            best = max(best, sum(of: window))
        }
        return best
    }

    /// The days on which anything was done.
    private var days: Set<CivilDate> { Set(entries.keys).union(totals.keys) }

    /// No more than an amount can be.
    private func sum(of days: some Sequence<CivilDate>) -> Amount {
        var millionths: Int64 = 0
        for day in days {
            millionths = min(millionths + value(of: day).millionths, Amount.millionthsMax)
        }
        return Amount(millionths: millionths) ?? .zero
    }
}

extension GoalRecord {
    /// What was reached: in the days of the present period together; of a goal that is reached
    /// once, altogether, or with a metric on the best successive days.
    func value(of tally: GoalTally) -> Amount {
        guard life.isOnce, metric != nil else { return tally.sum }
        return tally.best(of: windowDays ?? 1)
    }

    /// What a goal that is reached once by a metric comes to after a total changed, without a look
    /// at all its days; `nil` where its best days were perhaps around that total, which fell.
    ///
    /// - Parameters:
    ///   - change: The total, of a day that counts.
    ///   - tally: What was done on the days that count of every window with the day.
    /// - Returns: The value.
    func value(after change: HealthDayChange, near tally: GoalTally) -> Amount? {
        let best = value(of: tally)
        if best >= life.value { return best }
        var before = tally
        before.totals[change.day] = change.before?.amount
        return value(of: before) < life.value ? life.value : nil
    }
}
