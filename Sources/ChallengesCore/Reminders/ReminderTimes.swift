import Values

/// The schedule of a reminder: a time of day on some weekdays, in the user's time zone
/// (2.13-reminders).
struct ReminderTimes: Hashable, Sendable {
    /// Minutes since midnight, 0 to 1,439.
    var minuteOfDay: Int
    /// Weekdays; at least one. 1 is Monday.
    var weekdays: Set<Int>

    /// A time, and the user's local day that it belongs to. If a clock change skips the last hour
    /// of a day, the time is on the next day.
    struct Time: Hashable, Sendable {
        let day: CivilDate
        let at: Instant
    }

    /// The maximum number of days until the next time: a change of the time zone may skip a day,
    /// whose weekday comes again a week later.
    private static let daysAhead = 15

    /// The first time that is not before a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - rungOn: The last day for which a reminder was sent; only later days count. `nil` if
    ///     there is none.
    ///   - days: The user's local days.
    /// - Returns: The time; `nil` if there is none, at the end of the calendar.
    func next(from moment: Instant, rungOn: CivilDate?, by days: LocalDays) -> Time? {
        let today = days.day(of: moment)
        // Yesterday's time may fall on the current day.
        for ahead in -1...Self.daysAhead {
            let day = today.advanced(by: ahead)
            guard weekdays.contains(day.isoWeekday), rungOn.map({ $0 < day }) ?? true,
                let time = days.moment(of: day, secondOfDay: Int64(minuteOfDay) * 60),
                time >= moment
            else { continue }
            return Time(day: day, at: time)
        }
        return nil
    }
}
