/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
    /// 1 is the first year; 0 is the year before it.
    public let year: Int64
    /// 1 to 12.
    public let month: Int64
    /// 1 to 31.
    public let day: Int64

    /// A day of the years 0 to 9999; `nil` for one that does not exist.
    public init?(year: Int64, month: Int64, day: Int64) {
        guard
            (0...9_999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    // Counting years from March puts the leap day last, so that months need no table.

    /// The day that many days after 1970-01-01.
    public init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainderFlooring(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
        month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days after 1970-01-01; negative before.
    public var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year)
            .quotientAndRemainderFlooring(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        Int((daysSince1970 + 4).quotientAndRemainderFlooring(dividingBy: 7).remainder)
    }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilDate: Comparable {
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CivilDate {
    /// The day that many days later; earlier if the number is negative.
    public func advanced(by days: Int) -> CivilDate {
        CivilDate(daysSince1970: daysSince1970 + Int64(days))
    }

    /// Splits a moment into its day and the rest.
    ///
    /// - Parameters:
    ///   - count: The moment, in some unit since 1970, UTC; negative before.
    ///   - unitsADay: The number of those units in a day.
    /// - Returns: The day, and how much of it has passed.
    public static func split(
        _ count: Int64,
        unitsADay: Int64
    ) -> (date: CivilDate, inDay: Int64) {
        let (days, inDay) = count.quotientAndRemainderFlooring(dividingBy: unitsADay)
        return (CivilDate(daysSince1970: days), inDay)
    }
}

extension Int64 {
    /// Division that rounds down, so that moments before 1970 fall on the right day.
    fileprivate func quotientAndRemainderFlooring(
        dividingBy divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
