import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Zones

extension ContestRecord {
    /// Whether the contest counts by its own days (2.9-local-day): if it has a metric, or if it
    /// lasts whole days and counts days with an entry. Otherwise only the moment of an entry
    /// matters, not the participant's day.
    var countsOwnDays: Bool {
        challenge.snapshot.metric != nil || (life.wholeDays && aggregation == .daysActive)
    }

    /// Whether an entry on a participant's day may count (2.9-local-day). If the contest counts by
    /// its own days, these run from the day of the start to the day before that of the end, both in
    /// the contest's time zone.
    func counts(_ day: CivilDate) -> Bool {
        ownDays?.contains(day.daysSince1970) ?? true
    }

    /// The entries of a participant that count: by day if the contest counts by its own days,
    /// otherwise those that occurred before the end. The owner may have moved the end to earlier
    /// after they were logged (2.3-states).
    func counted(_ items: [Tally.Item]) -> [Tally.Item] {
        if let days = ownDays {
            return items.filter { days.contains($0.localDay.daysSince1970) }
        }
        let end = life.endsAt ?? .never
        return items.filter { $0.occurredAt < end }
    }

    /// The entries after the contest's end, which do not count; `nil` if it never ends.
    func leftOut(under rules: ContestRules) -> EntriesLeftOut? {
        guard let end = life.endsAt else { return nil }
        let ahead = rules.clockTolerance + (countsOwnDays ? Self.longestDayAhead : .zero)
        return EntriesLeftOut(
            contest: id,
            end: countsOwnDays ? nil : end,
            day: countsOwnDays ? dayAfterEnd : nil,
            loggedSince: end - ahead
        )
    }

    /// The conditions under which a participant's other entries count, for an entry on the given
    /// day that counts.
    func counted(
        besideOneOf day: CivilDate,
        under rules: ContestRules
    ) -> EntriesCounted {
        EntriesCounted(
            loggedSince: day.loggedSince(under: rules),
            end: countsOwnDays ? nil : life.endsAt
        )
    }

    /// The entries that count and may have occurred after a moment.
    func counted(
        laterThan moment: Instant,
        under rules: ContestRules
    ) -> EntriesCounted {
        EntriesCounted(
            // Older entries may have been logged under a larger tolerance.
            loggedSince: moment - max(rules.clockTolerance, .hours(1)),
            end: countsOwnDays ? nil : life.endsAt
        )
    }

    /// How much earlier a day begins in the first time zone of the world than in the last one.
    fileprivate static let longestDayAhead = Duration.hours(26)

    /// The days that count, as days since 1970; `nil` if all days count.
    var ownDays: Range<Int64>? {
        guard countsOwnDays, let first = firstDay?.daysSince1970 else { return nil }
        let end = dayAfterEnd?.daysSince1970 ?? .max
        return first..<max(first, end)
    }
}

/// The entries of a contest that do not count because they are after its end.
struct EntriesLeftOut: Hashable, Sendable {
    package let contest: ChallengeID
    /// The end; `nil` if the contest counts by its own days.
    let end: Instant?
    /// The day of the end: entries on this local day of their owner, or later, do not count; `nil`
    /// if the contest does not count by its own days.
    let day: CivilDate?
    /// The earliest moment when such an entry can have been logged, given the tolerance of clocks.
    let loggedSince: Instant
}

/// The conditions that an entry of a participant counts, on a day that counts.
struct EntriesCounted: Hashable, Sendable {
    /// The earliest moment when a relevant entry can have been logged, given the tolerance of
    /// clocks.
    let loggedSince: Instant
    /// The end, from which on entries do not count; `nil` if the contest counts by its own days.
    let end: Instant?
}

extension CivilDate {
    /// The earliest moment at which an entry of this day can have been logged, in any time zone.
    func loggedSince(under rules: ContestRules) -> Instant {
        let midnight = Instant(microseconds: daysSince1970 * 86_400_000_000)
        return midnight - (rules.clockTolerance + ContestRecord.longestDayAhead)
    }
}
