public import Values

/// The zones that somebody's clocks were set to, one after another (2.9-local-day).
///
/// Their day never goes back: where a new zone is behind, the day lasts longer.
public struct ZoneStays: Hashable, Sendable {
    /// The zones, and from when each holds, in their order; the first one holds from ever.
    public let stays: [Stay]

    /// A zone, and from when it holds.
    public struct Stay: Hashable, Sendable {
        public let since: Instant
        public let zone: Zone
    }

    /// - Parameters:
    ///   - changes: The last zones; UTC if none is known. One that the database does not have
    ///     counts as UTC.
    ///   - database: What zones there are.
    public init(_ changes: [(since: Instant, name: String)], in database: Zones = .system) {
        let changes = changes.sorted { $0.since < $1.since }
        let first = changes.first.map { database.known($0.name) } ?? .utc
        stays =
            [Stay(since: Instant(microseconds: .min), zone: first)]
            + changes.dropFirst().map { Stay(since: $0.since, zone: database.known($0.name)) }
    }

    /// The day at a moment.
    public func day(of moment: Instant) -> CivilDate {
        let begun = stays.prefix { $0.since <= moment }
        // Each zone on its last moment, and the present one now.
        let moments = begun.dropFirst().map { $0.since - .microseconds(1) } + [moment]
        let days = zip(begun, moments).map { held, last in held.zone.day(of: last).daysSince1970 }
        return CivilDate(daysSince1970: days.max() ?? 0)
    }
}

extension Zones {
    /// The zone of a name; UTC if there is none.
    public func known(_ name: String) -> Zone { zone(named: name) ?? .utc }
}
