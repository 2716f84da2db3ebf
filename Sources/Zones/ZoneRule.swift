import Values

/// How a zone's offset changes every year, in a file's last line (RFC 8536 §3.3):
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable, Sendable {
    /// How many seconds the clocks are ahead of UTC, but for the part of the year in `daylight`.
    let standard: Int64
    /// The part of the year with another offset; `nil` if there is none.
    let daylight: Daylight?

    /// A part of each year, and its offset.
    struct Daylight: Hashable, Sendable {
        let offset: Int64
        /// When it begins, by the clocks that show standard time.
        let start: Change
        /// When it ends, by its own clocks.
        let end: Change
    }

    /// When the clocks are changed.
    struct Change: Hashable, Sendable {
        let day: Day
        /// Seconds after midnight of that day; negative on the day before.
        let time: Int64
    }

    /// A day of each year.
    enum Day: Hashable, Sendable {
        /// A weekday, 0 for Sunday, of a month: its first to fourth, or its last as the fifth.
        case weekday(Int64, week: Int64, month: Int64)
        /// 1 to 365; no number is 29 February's.
        case julian(Int64)
        /// 0 to 365, 29 February included.
        case ofYear(Int64)
    }

    /// The calendar repeats itself after 400 years, weekdays included.
    private static let cycle: Int64 = 146_097 * 86_400

    /// The offset at a second since 1970, and how long it holds.
    func span(at second: Int64) -> Zone.Span {
        guard let daylight else { return Zone.Span(offset: standard, end: nil) }
        let inCycle = (second % Self.cycle + Self.cycle) % Self.cycle
        let year = CivilDate.split(inCycle, unitsADay: 86_400).date.year
        // A change may be up to a week before or after its year.
        let changes = (year - 2...year + 2).flatMap { year in
            [
                (
                    second: daylight.start.second(in: year, at: standard),
                    offset: daylight.offset, rank: 1
                ),
                (
                    second: daylight.end.second(in: year, at: daylight.offset),
                    offset: standard, rank: 0
                ),
            ]
        }
        // Where it ends as it begins again, it holds all year.
        .sorted { ($0.second, $0.rank) < ($1.second, $1.rank) }
        let current = changes.last { $0.second <= inCycle }
        let next = changes.first { $0.second > inCycle }
        return Zone.Span(
            offset: current?.offset ?? standard,
            end: next.map { $0.second + second - inCycle }
        )
    }
}

extension ZoneRule.Change {
    /// The moment of the change in a year, in seconds since 1970, by clocks of an offset.
    fileprivate func second(in year: Int64, at offset: Int64) -> Int64 {
        day.daysSince1970(in: year) * 86_400 + time - offset
    }
}

extension ZoneRule.Day {
    /// The day in one of the years 1 to 9998.
    fileprivate func daysSince1970(in year: Int64) -> Int64 {
        let first = Self.firstDay(of: 1, in: year)
        switch self {
        case .ofYear(let number): return first + number
        case .julian(let number):
            let isLeap = Self.firstDay(of: 1, in: year + 1) - first == 366
            return first + number - (isLeap && number >= 60 ? 0 : 1)
        case .weekday(let weekday, let week, let month):
            let first = Self.firstDay(of: month, in: year)
            let end = Self.firstDay(of: month % 12 + 1, in: month == 12 ? year + 1 : year)
            let begin = Int64(CivilDate(daysSince1970: first).weekday)
            let day = first + (weekday - begin + 7) % 7 + 7 * (week - 1)
            return day < end ? day : day - 7
        }
    }

    private static func firstDay(of month: Int64, in year: Int64) -> Int64 {
        guard let day = CivilDate(year: year, month: month, day: 1) else {
            preconditionFailure("a rule names a month from 1 to 12")
        }
        return day.daysSince1970
    }
}

extension ZoneRule {
    /// Reads a rule; `nil` if the text is none. RFC 8536 allows times of change from -167 to 167
    /// hours.
    init?(_ text: some Collection<UInt8>) {
        var reader = RuleReader(Array(text))
        guard reader.name(), let west = reader.time(hoursMax: 24) else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = standard + 3_600
        if !reader.take(",") {
            guard let west = reader.time(hoursMax: 24), reader.take(",") else { return nil }
            offset = -west
        }
        guard
            let start = reader.change(), reader.take(","), let end = reader.change(),
            reader.isAtEnd
        else { return nil }
        daylight = Daylight(offset: offset, start: start, end: end)
    }
}

/// Reads a rule from the front of its text.
private struct RuleReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// An abbreviation of at least three characters: letters, or anything else in `<>`.
    mutating func name() -> Bool {
        let isQuoted = take("<")
        let start = index
        while index < bytes.count, bytes[index].isLetter || isQuoted && bytes[index].isOfNumber {
            index += 1
        }
        return index - start >= 3 && (!isQuoted || take(">"))
    }

    /// Seconds: `2`, `-1`, `10:30`, `+2:45:59`.
    mutating func time(hoursMax: Int64) -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(atMost: hoursMax) else { return nil }
        var seconds = hours * 3_600
        if take(":") {
            guard let minutes = number(atMost: 59) else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number(atMost: 59) else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }

    /// A day, and a time if it is not two o'clock: `M3.5.0`, `J60/0`, `59/-1:30`.
    mutating func change() -> ZoneRule.Change? {
        guard let day = day() else { return nil }
        guard take("/") else { return ZoneRule.Change(day: day, time: 7_200) }
        return time(hoursMax: 167).map { ZoneRule.Change(day: day, time: $0) }
    }

    private mutating func day() -> ZoneRule.Day? {
        if take("M") {
            guard
                let month = number(atMost: 12), month > 0, take("."),
                let week = number(atMost: 5), week > 0, take("."),
                let weekday = number(atMost: 6)
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
        if take("J") {
            guard let number = number(atMost: 365), number > 0 else { return nil }
            return .julian(number)
        }
        return number(atMost: 365).map { .ofYear($0) }
    }

    /// A number of one to three digits.
    private mutating func number(atMost limit: Int64) -> Int64? {
        var number: Int64 = 0
        let start = index
        while index < bytes.count, index - start < 3, bytes[index].isDigit {
            number = number * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
            index += 1
        }
        return index > start && number <= limit ? number : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }

    /// Whether it is a character of a number with its sign.
    fileprivate var isOfNumber: Bool {
        isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
    }
}
