package import Values

extension Instant {
    /// After every moment; PostgreSQL's `infinity`.
    package static let never = Instant(microseconds: .max)
}
