import ChallengesAPI
import ChallengesCore
import Values

/// The entries and totals of a goal per local day (2.4-source).
struct GoalTally: Hashable, Sendable {
    /// The sums of the entries.
    var entries: [CivilDate: Amount] = [:]
    /// The counted totals of the metric.
    var totals: [CivilDate: Amount] = [:]

    /// The counted value of a day: the entries together are one source, the total is another, and
    /// the greater one counts.
    func value(of day: CivilDate) -> Amount {
        max(entries[day] ?? .zero, totals[day] ?? .zero)
    }

    /// The part of the tally within some days.
    func within(_ days: ClosedRange<CivilDate>) -> GoalTally {
        GoalTally(
            entries: entries.filter { days.contains($0.key) },
            totals: totals.filter { days.contains($0.key) }
        )
    }

    /// The sum of all days.
    var sum: Amount { sum(of: days) }

    /// The greatest sum of consecutive days (2.4-window).
    ///
    /// - Parameter count: The number of days; 1 for the best single day.
    /// - Returns: The sum.
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

    /// The days with an entry or a total.
    private var days: Set<CivilDate> { Set(entries.keys).union(totals.keys) }

    /// The sum of some days, limited to the maximum of an amount.
    private func sum(of days: some Sequence<CivilDate>) -> Amount {
        var millionths: Int64 = 0
        for day in days {
            millionths = min(millionths + value(of: day).millionths, Amount.millionthsMax)
        }
        return Amount(millionths: millionths) ?? .zero
    }
}

extension GoalRecord {
    /// The value of a tally: the sum of its days; for a goal that does not recur and has a metric,
    /// the sum of the best consecutive days.
    func value(of tally: GoalTally) -> Amount {
        guard life.isOnce, metric != nil else { return tally.sum }
        return tally.best(of: windowDays ?? 1)
    }

    /// The value of a goal that does not recur and has a metric after a total changed, computed
    /// without reading all its days; `nil` if the fallen total may have been in its best days.
    ///
    /// - Parameters:
    ///   - change: The changed total of a day that counts.
    ///   - tally: The counted days of every window that contains the day.
    /// - Returns: The value.
    func value(after change: HealthDayChange, near tally: GoalTally) -> Amount? {
        let best = value(of: tally)
        if best >= life.value { return best }
        var before = tally
        before.totals[change.day] = change.before?.amount
        return value(of: before) < life.value ? life.value : nil
    }
}
