package import Values

extension Instant {
    /// After every moment; PostgreSQL's `infinity`.
    package static let never = Instant(microseconds: .max)
}

extension Instant {
    /// The end of the year 9999, the latest moment that a cursor can hold.
    private static let lastOfCursors = Instant(microseconds: 253_402_300_799_999_999)

    /// The moment as written in a cursor, where the latest one stands for `never`.
    package var asCursor: Instant { min(self, .lastOfCursors) }
    /// The moment that a cursor's moment stands for.
    package var asListed: Instant { self == .lastOfCursors ? .never : self }
}
