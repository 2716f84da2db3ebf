import ChallengesAPI
import ChallengesCore
import Values

extension Goal.Recurrence {
    /// The days of the period that contains a day (2.4-period); `nil` without recurrence.
    func period(of day: CivilDate) -> DaySpan? {
        switch self {
        case .once, .unknown: return nil
        case .daily: return DaySpan(day, day)
        case .weekly:
            let monday = day.advanced(by: 1 - day.isoWeekday)
            return DaySpan(monday, monday.advanced(by: 6))
        case .monthly:
            let first = day.advanced(by: 1 - Int(day.day))
            // Every month has 28 to 31 days.
            let next = first.advanced(by: 31)
            return DaySpan(first, next.advanced(by: -Int(next.day)))
        }
    }
}
