import Values

/// On which weekdays an overall streak rests, and whether it is paused, from a day on.
struct StreakPlan: Hashable, Sendable {
    let from: CivilDate
    /// 1 is Monday.
    var restWeekdays: Set<Int> = []
    var isPaused = false

    /// Whether a day on which it holds neither adds nor breaks.
    func rests(_ day: CivilDate) -> Bool { isPaused || restWeekdays.contains(day.isoWeekday) }
}

extension [StreakPlan] {
    /// The days of an overall streak between the first and the last one that count.
    ///
    /// The plans are ascending. Before the first one there was no rest.
    ///
    /// - Parameter counted: The days that count, ascending.
    /// - Returns: All days from the first to the last of them.
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

    /// Days on which nothing counts.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - end: The day after the last one.
    /// - Returns: The days as they rest, or are missed.
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
