import IdentityAPI
import Values
import Zones

/// The last four time zones of a person, each with the moment from which it holds (2.9-zones).
///
/// What happened two days ago still falls on its day, however often the person travelled since.
struct ZoneHistory: Equatable {
    /// One to four, by their moments. Only the newest may lie ahead.
    private(set) var changes: [ZoneChange]
    /// When the time zone was last changed; `nil` if it never was.
    private(set) var changedAt: Instant?

    static let countMax = 4

    /// - Parameters:
    ///   - changes: The zones, ascending by their moments.
    ///   - first: The only one if there are none.
    ///   - changedAt: When the time zone was last changed.
    init(_ changes: [ZoneChange], orOnly first: ZoneChange, changedAt: Instant?) {
        self.changes = changes.isEmpty ? [first] : changes
        self.changedAt = changedAt
    }

    /// The newest, which may lie ahead.
    var newest: ZoneChange { changes[changes.count - 1] }

    /// When the time zone may be changed again; `nil` if it never was.
    func nextChange(after pause: Duration) -> Instant? {
        changedAt.map { $0 + pause }
    }

    /// Changes the zone: it holds from the next local midnight of the one that holds now. What is
    /// still ahead is replaced. The newest zone again is no change.
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
        if let next = nextChange(after: pause), now < next { throw .zoneChangeTooSoon }
        let begun = changes.prefix { $0.since <= now }
        let held = begun.isEmpty ? changes.prefix(1) : begun
        changedAt = now
        changes = Array(held)
        guard zone.text != newest.name else { return }
        // The name of a zone that the system's database has dropped counts as UTC.
        let old = Zones.system.zone(named: newest.name) ?? .utc
        let new = ZoneChange(since: old.nextMidnight(after: now), name: zone.text)
        changes = (changes + [new]).suffix(Self.countMax)
    }
}
