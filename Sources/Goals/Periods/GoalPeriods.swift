import ChallengesAPI
import ChallengesCore
import Values

/// The periods of a recurring goal, in local days of its owner (2.4-period, 2.9-zones).
struct GoalPeriods: Hashable, Sendable {
    let recurrence: Goal.Recurrence
    /// The weekdays on which a daily goal rests; 1 is Monday.
    let restWeekdays: Set<Int>
    /// The last day; `nil` if it has none.
    let lastDay: CivilDate?
    let days: LocalDays

    /// The period that contains a day; `nil` after the last day, and without recurrence.
    func period(of day: CivilDate, target: Amount?) -> Period? {
        guard lastDay.map({ day <= $0 }) ?? true,
            let span = recurrence.period(of: day)?.ending(by: lastDay)
        else { return nil }
        return Period(days: span, target: target, endsAt: days.end(of: span.last))
    }

    /// The period after another one; `nil` after the last day.
    func period(after period: Period, target: Amount?) -> Period? {
        self.period(of: period.days.last.advanced(by: 1), target: target)
    }

    /// Whether a period that ends without being met rests: on a weekday of rest, or because a
    /// change of the time zone skipped the whole period.
    func rests(_ period: Period) -> Bool {
        let isRestDay = recurrence == .daily && restWeekdays.contains(period.days.first.isoWeekday)
        // A skipped day ends at the same moment as the day before it.
        let begins = days.end(of: period.days.first.advanced(by: -1))
        return isRestDay || period.endsAt <= begins
    }
}
