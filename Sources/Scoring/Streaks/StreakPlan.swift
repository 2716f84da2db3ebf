import Values

/// The rest weekdays and the pause of an overall streak, valid from a day on.
struct StreakPlan: Hashable, Sendable {
    let from: CivilDate
    /// The weekdays on which the streak rests: 1 is Monday, 7 is Sunday.
    var restWeekdays: Set<Int> = []
    var isPaused = false

    /// Whether the streak rests on a day to which the plan applies.
    func rests(_ day: CivilDate) -> Bool { isPaused || restWeekdays.contains(day.isoWeekday) }
}

extension [StreakPlan] {
    /// All days of an overall streak from the first to the last day that counts.
    ///
    /// The plans must be ascending. Days before the first plan have no rest.
    ///
    /// - Parameter counted: The days that count, ascending.
    /// - Returns: Those days, and the rested and missed days between them.
    func days(counting counted: [CivilDate]) -> [StreakDay] {
        guard let first = counted.first else { return [] }
        var next = first
        var days: [StreakDay] = []
        for day in counted {
            days += self.days(from: next, until: day)
            days.append(StreakDay(day: day, what: .counted))
            next = day.advanced(by: 1)
        }
        return days
    }

    /// The effects of consecutive days on which nothing counts.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - end: The day after the last one.
    /// - Returns: The days, each rested or missed.
    func days(from first: CivilDate, until end: CivilDate) -> [StreakDay] {
        var plans = self[...]
        var plan: StreakPlan?
        var days: [StreakDay] = []
        var day = first
        while day < end {
            while let next = plans.first, next.from <= day { plan = plans.popFirst() ?? next }
            let rests = plan?.rests(day) ?? false
            days.append(StreakDay(day: day, what: rests ? .rested : .missed))
            day = day.advanced(by: 1)
        }
        return days
    }
}
