extension CivilDate: CustomStringConvertible {
    /// RFC 3339: `2026-03-01`.
    public var description: String {
        let midnight = Instant(microseconds: daysSince1970 * Self.microseconds)
        return String(midnight.description.prefix(10))
    }

    /// Reads a full-date of RFC 3339. Returns nil if the text is anything else.
    ///
    /// Years range from 0001 to 9999.
    public init?(rfc3339 text: some StringProtocol) {
        guard text.utf8.count == 10, let midnight = Instant(rfc3339: "\(text)T00:00:00Z") else {
            return nil
        }
        self = Self.split(midnight.microseconds, unitsADay: Self.microseconds).date
    }

    private static let microseconds: Int64 = 86_400_000_000
}
