import ChallengesAPI
import ChallengesCore
import IdentityAPI
import Values
import Zones

// The days of a contest, in its zone (2.9-whole-days).
extension ContestRecord {
    /// The zone of its days; UTC if the system's database has dropped it.
    var zone: Zone { Zones.system.zone(named: timeZone) ?? .utc }

    /// Whether what is ranked is percent of each person's own target.
    var isPercent: Bool { score == .percent }

    /// Whether a person's value is shown to nobody else: a phone measures it, and percents are
    /// ranked (2.10-ranking).
    var hidesValues: Bool { challenge.snapshot.metric != nil && isPercent }

    /// When it ends if its owner ends it: now, or with its present day if it lasts whole days.
    func earlyEnd(at now: Instant) -> Instant {
        guard life.wholeDays else { return now }
        let today = zone.day(of: now)
        let end = zone.start(of: CivilDate(daysSince1970: today.daysSince1970 + 1))
        return min(end, life.endsAt ?? end)
    }

    /// When the last of its days has ended for everyone with these zones, in no order; `nil` if it
    /// never ends, or there is nobody.
    func daysEnd(for people: [[ZoneChange]?]) -> Instant? {
        guard let end = life.endsAt else { return nil }
        // The day of its end is none of its days.
        let last = CivilDate(daysSince1970: zone.day(of: end).daysSince1970 - 1)
        return people.map { LocalDays($0).end(of: last) }.max()
    }
}

extension ContestTimes {
    /// Whether both ends are the begin of a day; without an end, the start.
    func isWholeDays(in zone: Zone) -> Bool {
        guard let startsAt, zone.beginsDay(at: startsAt) else { return false }
        return endsAt.map { zone.beginsDay(at: $0) } ?? true
    }

    /// The same days in another zone, where it lasts whole ones; otherwise the same moments.
    func moved(from old: Zone, to new: Zone) -> ContestTimes {
        guard wholeDays else { return self }
        var moved = self
        moved.startsAt = startsAt.map { new.start(of: old.day(of: $0)) }
        moved.endsAt = endsAt.map { new.start(of: old.day(of: $0)) }
        return moved
    }
}

extension Zone {
    /// Whether a day begins at a moment.
    func beginsDay(at moment: Instant) -> Bool {
        start(of: day(of: moment)) == moment
    }

    /// The latest moment that is at most so much later: whole days of it are days of the calendar,
    /// which may be 23 or 25 hours long.
    func latest(_ duration: Duration, after moment: Instant) -> Instant {
        let days = duration.components.seconds / 86_400
        let day = CivilDate(daysSince1970: day(of: moment).daysSince1970 + days)
        return max(moment + duration, start(of: day))
    }
}

extension [ZoneChange] {
    /// The name of the zone that holds at a moment; `nil` if there is none.
    func name(at moment: Instant) -> String? {
        (last { $0.since <= moment } ?? first)?.name
    }
}
