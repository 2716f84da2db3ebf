import ChallengesAPI
import ChallengesCore
import IdentityAPI
import Values
import Zones

// The days of a contest, in its time zone (2.9-whole-days).
extension ContestRecord {
    /// The contest's time zone; UTC if the system's database no longer has it.
    var zone: Zone { zone(in: .system) }

    /// The contest's time zone in a database; UTC if that no longer has it.
    func zone(in zones: Zones) -> Zone { zones.known(timeZone) }

    /// The day with which the contest starts, or that of the moment when it does; `nil` if it has
    /// no start yet.
    var firstDay: CivilDate? {
        life.times.dated(in: zone).startsOn ?? life.startsAt.map { zone.day(of: $0) }
    }

    /// The day after the last one, or that of the moment of the end; `nil` if it never ends.
    var dayAfterEnd: CivilDate? {
        life.times.dated(in: zone).endsOn?.next ?? life.endsAt.map { zone.day(of: $0) }
    }

    /// Whether participants are ranked by the percentage of their own targets.
    var isPercent: Bool { score == .percent }

    /// Whether values are hidden from other users: a phone measures them, and percentages are
    /// ranked (2.10-ranking).
    var hidesValues: Bool { challenge.snapshot.metric != nil && isPercent }

    /// The move with which the owner ends the contest now: now, or with the end of the current day
    /// if it lasts whole days.
    func earlyEnd(at now: Instant, in zones: Zones = .system) -> ContestLife.Move {
        guard life.wholeDays else { return .end(now) }
        let zone = zone(in: zones)
        let today = zone.day(of: now)
        if let end = life.endsAt, let day = dayAfterEnd, day <= today.next {
            return .end(end, on: day.previous)
        }
        return .end(zone.start(of: today.next), on: today)
    }

    /// When the last day of the contest is over in all of these time zones, in any order; `nil` if
    /// the contest never ends, or there are no zones.
    func daysEnd(for people: [[ZoneChange]?]) -> Instant? {
        // The end is the first moment that is not in the contest.
        guard life.endsAt != nil, let last = dayAfterEnd?.previous else { return nil }
        return people.map { LocalDays($0).end(of: last) }.max()
    }
}

extension ContestTimes {
    /// Whether the start and the end, if there is one, are days, or at the beginning of a day.
    func isWholeDays(in zone: Zone) -> Bool {
        guard let startsAt, startsOn != nil || zone.beginsDay(at: startsAt) else { return false }
        return endsAt.map { endsOn != nil || zone.beginsDay(at: $0) } ?? true
    }

    /// The times with their days, if they are whole days: an earlier release of the service stores
    /// the moments alone.
    func dated(in zone: Zone) -> ContestTimes {
        guard wholeDays else { return self }
        var dated = self
        dated.startsOn = startsOn ?? startsAt.map { zone.dayBegun(about: $0) }
        dated.endsOn = endsOn ?? endsAt.map { zone.dayBegun(about: $0).previous }
        return dated
    }

    /// The same days in another zone; what is no day stays the same moment.
    func moved(from old: Zone, to new: Zone) -> ContestTimes {
        var moved = dated(in: old)
        if let day = moved.startsOn { moved.startsAt = new.start(of: day) }
        if let day = moved.endsOn { moved.endsAt = new.start(of: day.next) }
        return moved
    }

    /// The times with the stored moments for equal days: other rules of the zone may have applied
    /// to them. Where no day is stored, only the moment matters.
    func withMoments(of stored: ContestTimes) -> ContestTimes {
        var times = self
        times.zoneRelease = stored.zoneRelease
        if stored.startsOn == nil {
            times.startsOn = nil
        } else if startsOn == stored.startsOn {
            times.startsAt = stored.startsAt
        }
        if stored.endsOn == nil {
            times.endsOn = nil
        } else if endsOn == stored.endsOn {
            times.endsAt = stored.endsAt
        }
        return times
    }

    /// Sets a given start. The day or moment that the contest starts with already stays as it is:
    /// other rules of the zone may have applied to it.
    mutating func setStart(_ edge: ContestDraft.Edge, in zone: Zone) {
        switch edge {
        case .day(let day) where day == startsOn: break
        case .moment(let moment) where moment == startsAt: break
        case .day(let day): (startsOn, startsAt) = (day, edge.begin(in: zone))
        case .moment(let moment): (startsOn, startsAt) = (nil, moment)
        }
    }

    /// Sets a given end, as `setStart` does a start.
    mutating func setEnd(_ edge: ContestDraft.Edge, in zone: Zone) {
        switch edge {
        case .day(let day) where day == endsOn: break
        case .moment(let moment) where moment == endsAt: break
        case .day(let day): (endsOn, endsAt) = (day, edge.end(in: zone))
        case .moment(let moment): (endsOn, endsAt) = (nil, moment)
        }
    }
}

extension Zone {
    /// The day that begins at a moment, or did when its moment was derived by other rules: up to an
    /// hour later.
    func dayBegun(about moment: Instant) -> CivilDate {
        let midnight = nextMidnight(after: moment)
        return day(of: midnight - moment <= .hours(1) ? midnight : moment)
    }

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

extension CivilDate {
    var next: CivilDate { CivilDate(daysSince1970: daysSince1970 + 1) }

    var previous: CivilDate { CivilDate(daysSince1970: daysSince1970 - 1) }
}

extension [ZoneChange] {
    /// The name of the zone at a moment; `nil` if the history is empty.
    func name(at moment: Instant) -> String? {
        (last { $0.since <= moment } ?? first)?.name
    }
}
