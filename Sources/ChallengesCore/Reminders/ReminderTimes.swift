import Values

/// When a reminder reminds: a time of the day on some days of the week, by its person's clocks
/// (2.13-reminders).
struct ReminderTimes: Hashable, Sendable {
    /// Minutes since midnight, 0 to 1,439.
    var minuteOfDay: Int
    /// At least one; 1 is Monday.
    var weekdays: Set<Int>

    /// A time, and the person's day that it is for: where clocks skip the last hour of a day, the
    /// time is on the next one.
    struct Time: Hashable, Sendable {
        let day: CivilDate
        let at: Instant
    }

    /// Behind how many days one comes at the latest: a change of the zone may leave a day out, and its
    /// weekday comes again a week later.
    private static let daysAhead = 15

    /// The first time that is not before a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - rungOn: The last day that the person was reminded for, which is over for the reminder; `nil`
    ///     if there is none.
    ///   - days: The person's days.
    /// - Returns: The time; `nil` if there is none, far beyond all calendars.
    func next(from moment: Instant, rungOn: CivilDate?, by days: LocalDays) -> Time? {
        let today = days.day(of: moment)
        // The time of the day before may have moved to this one.
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
