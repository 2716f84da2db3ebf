package import Values

extension Instant {
    /// After every moment; PostgreSQL's `infinity`.
    package static let never = Instant(microseconds: .max)
}

extension Instant {
    /// The last moment of the year 9999, the latest that a cursor holds.
    private static let lastOfCursors = Instant(microseconds: 253_402_300_799_999_999)

    /// The moment as a cursor has it: the last one for `never`.
    package var asCursor: Instant { min(self, .lastOfCursors) }
    /// The moment of a cursor as the list has it.
    package var asListed: Instant { self == .lastOfCursors ? .never : self }
}
