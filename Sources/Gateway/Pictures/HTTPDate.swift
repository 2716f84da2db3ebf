import Values

/// A date as in headers, in whole seconds (RFC 9110 §5.6.7).
struct HTTPDate: Hashable, Comparable, CustomStringConvertible {
    /// Since 1970, UTC.
    let seconds: Int64

    init(seconds: Int64) {
        self.seconds = seconds
    }

    static func < (one: HTTPDate, other: HTTPDate) -> Bool {
        one.seconds < other.seconds
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    var description: String {
        let (date, time) = CivilDate.split(seconds, unitsADay: 86_400)
        let weekday = Self.weekdays[date.weekday]
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.digits(2) }
        return "\(weekday.prefix(3)), \(date.day.digits(2)) \(Self.months[Int(date.month) - 1])"
            + " \(date.year.digits(4)) \(clock.joined(separator: ":")) GMT"
    }

    fileprivate static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    fileprivate static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}

extension HTTPDate {
    /// Reads any of the three formats that a recipient must accept; does not check whether the
    /// weekday is right.
    ///
    /// - Parameters:
    ///   - text: The header's value.
    ///   - now: Determines the century of a year of two digits: at most 50 years ahead.
    init?(_ text: String, at now: HTTPDate) {
        // The longest format has 33 characters; there may be more blanks between its words.
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        let parts: (day: Substring, month: Substring, year: Substring, time: Substring)
        if words.count == 6, words[5] == "GMT", words[0].isWeekday(short: true, ",") {
            // Sun, 06 Nov 1994 08:49:37 GMT
            guard words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
            parts = (words[1], words[2], words[3], words[4])
        } else if words.count == 4, words[3] == "GMT", words[0].isWeekday(short: false, ",") {
            // Sunday, 06-Nov-94 08:49:37 GMT
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, date[0].utf8.count == 2, date[2].utf8.count == 2 else {
                return nil
            }
            parts = (date[0], date[1], date[2], words[2])
        } else if words.count == 5, words[0].isWeekday(short: true, "") {
            // Sun Nov  6 08:49:37 1994
            guard words[4].utf8.count == 4 else { return nil }
            parts = (words[2], words[1], words[4], words[3])
        } else {
            return nil
        }
        guard
            let day = parts.day.number, let year = parts.year.number,
            let month = Self.months.firstIndex(of: String(parts.month)),
            let time = parts.time.secondsOfDay
        else { return nil }
        func moment(in year: Int64) -> HTTPDate? {
            CivilDate(year: year, month: Int64(month) + 1, day: day).map {
                HTTPDate(seconds: $0.daysSince1970 * 86_400 + time)
            }
        }
        guard parts.year.utf8.count == 2 else {
            guard let moment = moment(in: year) else { return nil }
            self = moment
            return
        }
        let thisYear = CivilDate.split(now.seconds, unitsADay: 86_400).date.year
        let century = thisYear - thisYear % 100
        let candidate = century + year
        let nearest =
            candidate > thisYear + 50
            ? candidate - 100 : candidate <= thisYear - 50 ? candidate + 100 : candidate
        guard let moment = moment(in: nearest) else { return nil }
        self = moment
    }
}

extension Int64 {
    fileprivate func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
}

extension Substring {
    fileprivate func isWeekday(short: Bool, _ ending: String) -> Bool {
        HTTPDate.weekdays.contains { self == (short ? $0.prefix(3) : $0[...]) + ending }
    }

    /// One to four digits.
    fileprivate var number: Int64? {
        (1...4).contains(utf8.count)
            && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int64(self) : nil
    }

    /// `08:49:37`; a leap second counts as the second after it.
    fileprivate var secondsOfDay: Int64? {
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        guard
            parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
            let hour = parts[0].number, let minute = parts[1].number, let second = parts[2].number,
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }
}
