import Values

extension Settings {
    /// A whole number within bounds, in digits alone.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - range: What it may be.
    ///   - fallback: What it is when it is not set.
    /// - Returns: The number.
    /// - Throws: `SettingError` where something else stands there.
    public func number(
        _ key: String,
        in range: ClosedRange<Int>,
        default fallback: Int
    ) throws -> Int {
        guard let written = text(key) else { return fallback }
        guard let number = written.number, range.contains(number) else {
            throw SettingError(
                key,
                "must be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(written)”"
            )
        }
        return number
    }

    /// A length of time in one unit, up to 366 days: `90s`, `15m`, `24h`, `14d`.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - hours: The shortest that it may be; one second where that is 0.
    ///   - fallback: What it is when it is not set.
    /// - Returns: The length of time.
    /// - Throws: `SettingError` where something else stands there.
    public func duration(
        _ key: String,
        atLeastHours hours: Int = 0,
        default fallback: Duration
    ) throws -> Duration {
        guard let written = text(key) else { return fallback }
        guard
            let number = written.dropLast().number, number <= 366 * 86_400,
            let duration = written.last.flatMap({ unit in number.time(in: unit) }),
            max(.seconds(1), .hours(hours)) <= duration, duration <= .days(366)
        else {
            throw SettingError(
                key,
                "must be a number and s, m, h or d, from \(hours == 0 ? "1s" : "\(hours)h") to 366d, not “\(written)”"
            )
        }
        return duration
    }
}

extension Settings {
    /// Puts a whole number within bounds in the place of its default, where one is set.
    public func read(
        _ key: String,
        in range: ClosedRange<Int>,
        into value: inout Int
    ) throws {
        value = try number(key, in: range, default: value)
    }

    /// Puts a length of time in the place of its default, where one is set.
    public func read(
        _ key: String,
        atLeastHours hours: Int = 0,
        into value: inout Duration
    ) throws {
        value = try duration(key, atLeastHours: hours, default: value)
    }
}

extension StringProtocol {
    /// The number that the digits make; `nil` where anything else is among them.
    fileprivate var number: Int? {
        utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(self) : nil
    }
}

extension Int {
    /// So many of a unit; `nil` where there is no such unit.
    fileprivate func time(in unit: Character) -> Duration? {
        switch unit {
        case "s": .seconds(self)
        case "m": .minutes(self)
        case "h": .hours(self)
        case "d": .days(self)
        default: nil
        }
    }
}
