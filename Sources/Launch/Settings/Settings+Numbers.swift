import Values

extension Settings {
    /// Reads a whole number within bounds, in digits alone.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - range: The allowed values.
    ///   - fallback: The value if it is not set.
    /// - Returns: The number.
    /// - Throws: `SettingError` for any other text.
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

    /// Reads a duration in one unit, up to 366 days: `90s`, `15m`, `24h`, `14d`.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - hours: The minimum; 0 means one second.
    ///   - fallback: The value if it is not set.
    /// - Returns: The duration.
    /// - Throws: `SettingError` for any other text.
    public func duration(
        _ key: String,
        atLeastHours hours: Int = 0,
        default fallback: Duration
    ) throws -> Duration {
        guard let written = text(key) else { return fallback }
        guard
            let duration = written.duration,
            max(.seconds(1), .hours(hours)) <= duration, duration <= .days(366)
        else {
            throw SettingError(
                key,
                "must be a number followed by s, m, h or d, from \(hours == 0 ? "1s" : "\(hours)h") to 366d, not “\(written)”"
            )
        }
        return duration
    }

    /// Reads up to ten durations, each in one unit and from one second to 366 days, separated by
    /// commas: `24h,1h`.
    ///
    /// - Throws: `SettingError` for any other text.
    public func durations(_ key: String, default fallback: [Duration]) throws -> [Duration] {
        guard let written = text(key) else { return fallback }
        let parts = written.split(separator: ",", omittingEmptySubsequences: false)
        let durations = parts.compactMap(\.duration).filter {
            .seconds(1) <= $0 && $0 <= .days(366)
        }
        guard durations.count == parts.count, parts.count <= 10 else {
            throw SettingError(
                key,
                "must be up to ten times such as 24h,1h, each from 1s to 366d, not “\(written)”"
            )
        }
        return durations
    }
}

extension Settings {
    /// Replaces a default by a whole number within bounds, if it is set.
    public func read(
        _ key: String,
        in range: ClosedRange<Int>,
        into value: inout Int
    ) throws {
        value = try number(key, in: range, default: value)
    }

    /// Replaces a default by a duration, if it is set.
    public func read(
        _ key: String,
        atLeastHours hours: Int = 0,
        into value: inout Duration
    ) throws {
        value = try duration(key, atLeastHours: hours, default: value)
    }

    /// Replaces default durations, if others are set.
    public func read(_ key: String, into value: inout [Duration]) throws {
        value = try durations(key, default: value)
    }
}

extension StringProtocol {
    /// The duration that a number and its unit make; `nil` for any other text, and beyond a year in
    /// seconds.
    fileprivate var duration: Duration? {
        guard let number = dropLast().number, number <= 366 * 86_400 else { return nil }
        return last.flatMap { unit in number.time(in: unit) }
    }

    /// The number that the digits make; `nil` for any other characters.
    fileprivate var number: Int? {
        utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(self) : nil
    }
}

extension Int {
    /// The duration of this many units; `nil` for an unknown unit.
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
