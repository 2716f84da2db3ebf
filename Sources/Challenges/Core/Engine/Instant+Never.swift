import Values

extension Instant {
    /// After every moment; PostgreSQL's `infinity`.
    static let never = Instant(microseconds: .max)
}
