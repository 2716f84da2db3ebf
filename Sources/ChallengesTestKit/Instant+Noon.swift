package import Values

extension Instant {
    /// A fixed point in time.
    package static let noon = Instant(microseconds: 1_700_000_000_000_000)

    /// Its day in UTC.
    package var utcDay: CivilDate {
        CivilDate.split(microseconds, unitsADay: 86_400_000_000).date
    }
}

extension Duration {
    /// The resolution of an instant.
    package static let tick = Duration.microseconds(1)
}
