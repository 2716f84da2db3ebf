import ChallengesAPI
import ChallengesCore
import IdentityAPI
import Values
import Zones

// The days of a contest, in its time zone (2.9-whole-days).
extension ContestRecord {
    /// The contest's time zone; UTC if the system's database no longer has it.
    var zone: Zone { Zones.system.zone(named: timeZone) ?? .utc }

    /// Whether participants are ranked by the percentage of their own targets.
    var isPercent: Bool { score == .percent }

    /// Whether values are hidden from other users: a phone measures them, and percentages are
    /// ranked (2.10-ranking).
    var hidesValues: Bool { challenge.snapshot.metric != nil && isPercent }

    /// The end if the owner ends the contest now: now, or the end of the current day if it lasts
    /// whole days.
    func earlyEnd(at now: Instant) -> Instant {
        guard life.wholeDays else { return now }
        let today = zone.day(of: now)
        let end = zone.start(of: CivilDate(daysSince1970: today.daysSince1970 + 1))
        return min(end, life.endsAt ?? end)
    }

    /// When the last day of the contest is over in all of these time zones, in any order; `nil` if
    /// the contest never ends, or there are no zones.
    func daysEnd(for people: [[ZoneChange]?]) -> Instant? {
        guard let end = life.endsAt else { return nil }
        // The end is the first moment that is not in the contest.
        let last = CivilDate(daysSince1970: zone.day(of: end).daysSince1970 - 1)
        return people.map { LocalDays($0).end(of: last) }.max()
    }
}

extension ContestTimes {
    /// Whether the start and the end, if there is one, are at the beginning of a day.
    func isWholeDays(in zone: Zone) -> Bool {
        guard let startsAt, zone.beginsDay(at: startsAt) else { return false }
        return endsAt.map { zone.beginsDay(at: $0) } ?? true
    }

    /// The same days in another zone if the contest lasts whole days; otherwise the same moments.
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

    /// Adds a duration to a moment; whole days are calendar days in this zone (23 to 25 hours), if
    /// that is later.
    func latest(_ duration: Duration, after moment: Instant) -> Instant {
        let days = duration.components.seconds / 86_400
        let day = CivilDate(daysSince1970: day(of: moment).daysSince1970 + days)
        return max(moment + duration, start(of: day))
    }
}

extension [ZoneChange] {
    /// The name of the zone at a moment; `nil` if the history is empty.
    func name(at moment: Instant) -> String? {
        (last { $0.since <= moment } ?? first)?.name
    }
}
