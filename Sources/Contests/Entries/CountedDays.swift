import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Zones

extension ContestRecord {
    /// Whether its own days are what counts (2.9-local-day): where a phone measures, and where it
    /// lasts whole days and those with an entry are counted. A contest from one moment to another
    /// has no days of its own: there only the moment matters, whatever day it is for somebody.
    var countsOwnDays: Bool {
        challenge.snapshot.metric != nil || (life.wholeDays && aggregation == .daysActive)
    }

    /// Whether what a person did on a day of theirs may count (2.9-local-day). Where its own days
    /// are what counts, these are the days from that of its start up to that of its end, which is
    /// the first that does not, both in its zone.
    func counts(_ day: CivilDate) -> Bool {
        ownDays?.contains(day.daysSince1970) ?? true
    }

    /// What of a person's entries counts: what was done on days that do, where they are what counts,
    /// otherwise what occurred before the end. Its owner may have brought the end nearer since they
    /// were logged (2.3-states).
    func counted(_ items: [Tally.Item]) -> [Tally.Item] {
        if let days = ownDays {
            return items.filter { days.contains($0.localDay.daysSince1970) }
        }
        let end = life.endsAt ?? .never
        return items.filter { $0.occurredAt < end }
    }

    /// What its end leaves out; `nil` if it never ends.
    func leftOut(under rules: ContestRules) -> EntriesLeftOut? {
        guard let end = life.endsAt else { return nil }
        let ahead = rules.clockTolerance + (countsOwnDays ? Self.longestDayAhead : .zero)
        return EntriesLeftOut(
            contest: id,
            end: countsOwnDays ? nil : end,
            day: countsOwnDays ? zone.day(of: end) : nil,
            loggedSince: end - ahead
        )
    }

    /// The entries that count, beside one of a day that does.
    func counted(
        besideOneOf day: CivilDate,
        under rules: ContestRules
    ) -> EntriesCounted {
        EntriesCounted(
            loggedSince: day.loggedSince(under: rules),
            end: countsOwnDays ? nil : life.endsAt
        )
    }

    /// The entries that count and may have occurred later than a moment.
    func counted(
        laterThan moment: Instant,
        under rules: ContestRules
    ) -> EntriesCounted {
        EntriesCounted(
            // However little clocks may differ now, they may have differed more.
            loggedSince: moment - max(rules.clockTolerance, .hours(1)),
            end: countsOwnDays ? nil : life.endsAt
        )
    }

    /// How much earlier a day begins in the first zone of the world than in the last one.
    fileprivate static let longestDayAhead = Duration.hours(26)

    /// The days that count, since 1970; `nil` where all do.
    var ownDays: Range<Int64>? {
        guard countsOwnDays, let startsAt = life.startsAt else { return nil }
        let first = zone.day(of: startsAt).daysSince1970
        let end = life.endsAt.map { zone.day(of: $0).daysSince1970 } ?? .max
        return first..<max(first, end)
    }
}

/// The entries of a contest that its end leaves out.
struct EntriesLeftOut: Hashable, Sendable {
    package let contest: ChallengeID
    /// What occurred then or later; `nil` where days are what counts.
    let end: Instant?
    /// What was done on this day of its owner's or a later one; `nil` where days do not matter.
    let day: CivilDate?
    /// Nothing of it was logged before, because clocks are ahead of each other only by so much.
    let loggedSince: Instant
}

/// Which entries of a person count, of those that were done on a day that does.
struct EntriesCounted: Hashable, Sendable {
    /// Nothing that matters was logged before, because clocks are ahead of each other only by so
    /// much.
    let loggedSince: Instant
    /// What occurred then or later does not count; `nil` where days are what counts.
    let end: Instant?
}

extension CivilDate {
    /// The earliest moment at which an entry of this day can have been logged, in any zone.
    func loggedSince(under rules: ContestRules) -> Instant {
        let midnight = Instant(microseconds: daysSince1970 * 86_400_000_000)
        return midnight - (rules.clockTolerance + ContestRecord.longestDayAhead)
    }
}
