package import IdentityAPI
package import Values
package import Zones

/// The days of a user, in the time zones where they were (2.9-local-day).
///
/// A user's day never goes back: if a new zone is behind, the day lasts longer.
package struct LocalDays: Hashable, Sendable {
    private let history: ZoneStays
    private var zones: [ZoneStays.Stay] { history.stays }

    /// - Parameters:
    ///   - changes: The user's latest zones; UTC if none is known. Zones that are not in the
    ///     database count as UTC.
    ///   - database: The database of time zones.
    package init(_ changes: [ZoneChange]?, in database: Zones = .system) {
        history = ZoneStays((changes ?? []).map { ($0.since, $0.name) }, in: database)
    }

    /// The day at a moment.
    package func day(of moment: Instant) -> CivilDate { history.day(of: moment) }

    /// The first moment after the day.
    package func end(of day: CivilDate) -> Instant {
        let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
        let begins = zones.map { max($0.since, $0.zone.start(of: next)) }
        // A zone applies only until the next one does.
        let ended = zip(begins, zones.dropFirst()).first { begin, later in begin < later.since }
        return ended?.0 ?? begins[begins.count - 1]
    }

    /// The first moment of a day at which the user's clock shows a time. If a clock change skips
    /// the time, the moment of the change (2.9-local-times); `nil` if a change of the zone skips
    /// the day.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - secondOfDay: 0 to 86,399.
    /// - Returns: The moment.
    package func moment(of day: CivilDate, secondOfDay: Int64) -> Instant? {
        guard end(of: day.advanced(by: -1)) < end(of: day) else { return nil }
        let shown = zones.map { held in
            max(held.since, held.zone.instant(of: day, secondOfDay: secondOfDay))
        }
        // A zone applies only until the next one does.
        let first = zip(shown, zones.dropFirst()).first { moment, later in moment < later.since }
        return first?.0 ?? shown[shown.count - 1]
    }
}
