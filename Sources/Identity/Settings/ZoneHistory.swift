import IdentityAPI
import Values
import Zones

/// The last four time zones of a person, each with the moment from which it holds (2.9-zones).
///
/// What happened two days ago still falls on its day, however often the person travelled since.
struct ZoneHistory: Equatable {
    /// One to four, by their moments. Only the newest may lie ahead.
    private(set) var changes: [ZoneChange]
    /// When the time zone was last changed, or, where that change was replaced before it held, when
    /// the first of these was made; `nil` if it never was.
    private(set) var changedAt: Instant?

    static let countMax = 4

    /// - Parameters:
    ///   - changes: The zones, ascending by their moments.
    ///   - first: The only one if there are none.
    ///   - changedAt: When the time zone was last changed, by a change that was not replaced.
    init(_ changes: [ZoneChange], orOnly first: ZoneChange, changedAt: Instant?) {
        self.changes = changes.isEmpty ? [first] : changes
        self.changedAt = changedAt
    }

    /// The newest, which may lie ahead.
    var newest: ZoneChange { changes[changes.count - 1] }

    /// From when the time zone may be changed; `nil` if it may be changed now.
    func nextChange(at now: Instant, after pause: Duration) -> Instant? {
        guard let changedAt, !isReplaceable(at: now) else { return nil }
        let next = changedAt + pause
        return now < next ? next : nil
    }

    /// Whether the midnight has not come from which the last change holds. That change may be to
    /// the zone that held all along, which leaves nothing ahead.
    private func isReplaceable(at now: Instant) -> Bool {
        guard let changedAt else { return false }
        let holdsFrom =
            changedAt < newest.since ? newest.since : newest.nextMidnight(after: changedAt)
        return now < holdsFrom
    }

    /// Changes the zone: it holds from the next local midnight of the one that holds now. What is
    /// still ahead is replaced, and the pause counts from the first change. The newest zone again is
    /// no change.
    ///
    /// - Parameters:
    ///   - zone: The zone.
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
    /// The first local midnight after a moment. The name of a zone that the system's database has
    /// dropped counts as UTC.
    fileprivate func nextMidnight(after moment: Instant) -> Instant {
        (Zones.system.zone(named: name) ?? .utc).nextMidnight(after: moment)
    }
}
