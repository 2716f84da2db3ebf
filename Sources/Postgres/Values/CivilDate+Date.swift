public import Values

// PostgreSQL sends a date as the number of days since 2000-01-01.

/// The days of millions of years around 2000; further ones are bound as infinities.
extension CivilDate: Bindable {
    /// Days from 1970 to 2000, PostgreSQL's epoch.
    private static let epochDays: Int64 = 10_957

    public static var boundType: DataType { .date }
    public static var boundArrayType: DataType { .dateArray }

    public func bind(to binds: inout Binds) {
        binds.item(Int32(clamping: daysSince1970 - Self.epochDays))
    }
}

/// Throws for `infinity` and `-infinity`, which are no days.
extension CivilDate: Readable {
    public static func read(_ cell: borrowing Cell) throws -> CivilDate {
        try cell.expect(.date, for: CivilDate.self)
        let days = try cell.integer(Int32.self, at: 0)
        guard days != .min, days != .max else { throw cell.unreadable(as: CivilDate.self) }
        return CivilDate(daysSince1970: Int64(days) + epochDays)
    }
}
