package import IdentityAPI
package import Values
package import Zones

/// The days of a person, by the clocks of where they were (2.9-local-day).
///
/// A person's day never goes back: where a new zone is behind, the day lasts longer.
package struct LocalDays: Hashable, Sendable {
    /// The zones, and from when each holds, in their order; the first one holds from ever.
    private let zones: [Stay]

    /// A zone, and from when it holds.
    private struct Stay: Hashable, Sendable {
        let since: Instant
        let zone: Zone
    }

    /// - Parameters:
    ///   - changes: The last zones; UTC if none is known. One that the database does not have counts
    ///     as UTC.
    ///   - database: What zones there are.
    package init(_ changes: [ZoneChange]?, in database: Zones = .system) {
        let changes = (changes ?? []).sorted { $0.since < $1.since }
        let first = changes.first.map { database.known($0.name) } ?? .utc
        zones =
            [Stay(since: Instant(microseconds: .min), zone: first)]
            + changes.dropFirst().map { Stay(since: $0.since, zone: database.known($0.name)) }
    }

    /// The day at a moment.
    package func day(of moment: Instant) -> CivilDate {
        let begun = zones.prefix { $0.since <= moment }
        // Each zone on its last moment, and the present one now.
        let moments = begun.dropFirst().map { $0.since - .microseconds(1) } + [moment]
        let days = zip(begun, moments).map { held, last in held.zone.day(of: last).daysSince1970 }
        return CivilDate(daysSince1970: days.max() ?? 0)
    }

    /// The first moment that is on a later day.
    package func end(of day: CivilDate) -> Instant {
        let next = CivilDate(daysSince1970: day.daysSince1970 + 1)
        let begins = zones.map { max($0.since, $0.zone.start(of: next)) }
        // A zone counts only until the next one holds.
        let ended = zip(begins, zones.dropFirst()).first { begin, later in begin < later.since }
        return ended?.0 ?? begins[begins.count - 1]
    }

    /// The first moment of a day at which the person's clocks show a time, or where they skip it the
    /// moment at which they go on (2.9-local-times); `nil` of a day that a change of the zone left out.
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
        // A zone counts only until the next one holds.
        let first = zip(shown, zones.dropFirst()).first { moment, later in moment < later.since }
        return first?.0 ?? shown[shown.count - 1]
    }
}

extension Zones {
    /// The zone of a name; UTC if there is none.
    func known(_ name: String) -> Zone { zone(named: name) ?? .utc }
}
