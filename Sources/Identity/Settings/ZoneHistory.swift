import IdentityAPI
import Values
import Zones

/// The last four time zones of a user, each with the time from which it applies (2.9-zones).
///
/// An event of two days ago stays on its local day, however often the user has travelled since.
struct ZoneHistory: Equatable {
    /// One to four zones, ordered by time. Only the newest may start in the future.
    private(set) var changes: [ZoneChange]
    /// When the time zone was last changed; `nil` if it never was. If a change replaced another one
    /// before that applied, this is when the first of these changes was made.
    private(set) var changedAt: Instant?

    static let countMax = 4

    /// - Parameters:
    ///   - changes: The zones, ordered by time, earliest first.
    ///   - first: The only zone if `changes` is empty.
    ///   - changedAt: When the time zone was last changed, not counting changes that replaced
    ///     another.
    init(_ changes: [ZoneChange], orOnly first: ZoneChange, changedAt: Instant?) {
        self.changes = changes.isEmpty ? [first] : changes
        self.changedAt = changedAt
    }

    /// The newest zone, which may start in the future.
    var newest: ZoneChange { changes[changes.count - 1] }

    /// When the time zone may be changed again; `nil` if it may be changed now.
    func nextChange(at now: Instant, after pause: Duration) -> Instant? {
        guard let changedAt, !isReplaceable(at: now) else { return nil }
        let next = changedAt + pause
        return now < next ? next : nil
    }

    /// Whether the last change does not apply yet, because its local midnight is still ahead. If
    /// that change returned to the present zone, no zone starts in the future.
    private func isReplaceable(at now: Instant) -> Bool {
        guard let changedAt else { return false }
        let holdsFrom =
            changedAt < newest.since ? newest.since : newest.nextMidnight(after: changedAt)
        return now < holdsFrom
    }

    /// Changes the zone from the next local midnight of the present zone on. Replaces a change that
    /// does not apply yet; the pause then counts from the first of these changes. Changing to the
    /// newest zone does nothing.
    ///
    /// - Parameters:
    ///   - zone: The new zone.
    ///   - now: The time.
    ///   - pause: The minimum time between two changes.
    /// - Throws: `zoneChangeTooSoon`.
    mutating func change(
        to zone: TimeZoneName,
        at now: Instant,
        atLeastEvery pause: Duration
    ) throws(IdentityError) {
        guard zone.text != newest.name else { return }
        guard nextChange(at: now, after: pause) == nil else { throw .zoneChangeTooSoon }
        if !isReplaceable(at: now) { changedAt = now }
        let begun = changes.prefix { $0.since <= now }
        let held = begun.isEmpty ? changes.prefix(1) : begun
        changes = Array(held)
        guard zone.text != newest.name else { return }
        let new = ZoneChange(since: newest.nextMidnight(after: now), name: zone.text)
        changes = (changes + [new]).suffix(Self.countMax)
    }
}

extension ZoneChange {
    /// The first local midnight after a moment. A zone that the system's database no longer has
    /// counts as UTC.
    fileprivate func nextMidnight(after moment: Instant) -> Instant {
        (Zones.system.zone(named: name) ?? .utc).nextMidnight(after: moment)
    }
}
