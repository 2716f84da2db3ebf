import ChallengesAPI
import ChallengesCore
import Values

/// The time of an entry, as the contest counts it (2.3-back-dated).
struct EntryTime: Hashable, Sendable {
    let occurredAt: Instant
    /// The day in the participant's time zone (2.9-local-day).
    let localDay: CivilDate
}

extension EntryDraft {
    /// The time of the entry as the contest counts it; `nil` if it does not count.
    ///
    /// A client's clock may be behind: an entry shortly before the start, or a manual one shortly
    /// before joining, counts at that moment (2.9-clocks).
    ///
    /// - Parameters:
    ///   - contest: The contest, with due transitions applied.
    ///   - joinedAt: When the participant joined first.
    ///   - days: The participant's days.
    ///   - now: The time of the call, which is the default time of the entry.
    ///   - rules: The limits and times of contests.
    /// - Returns: The moment, and its day.
    func time(
        in contest: ContestRecord,
        joinedAt: Instant?,
        days: LocalDays,
        at now: Instant,
        under rules: ContestRules
    ) -> EntryTime? {
        guard contest.life.state == .active || contest.life.state == .settling,
            let startsAt = contest.life.startsAt
        else { return nil }
        var (begin, earliest) = (startsAt, Instant(microseconds: .min))
        var firstDay: CivilDate?
        if source != .device {
            guard let joinedAt else { return nil }
            (begin, earliest) = (max(startsAt, joinedAt), now - rules.entryBack)
            firstDay = days.day(of: joinedAt)
        }
        let said = occurredAt ?? now
        let isShortlyBefore = said < begin && begin <= said + rules.clockTolerance
        // A time that counts as given is not moved.
        return (isShortlyBefore ? [said, begin] : [said]).lazy
            .filter { earliest <= $0 && $0 <= now + rules.clockTolerance }
            .compactMap { contest.time(of: $0, notBefore: begin, firstDay, days) }
            .first
    }

    /// Whether the draft's time is that of the entry that it made: the same, or shortly before
    /// (2.9-clocks).
    func says(
        whenDone made: EntryRecord,
        in contest: ContestRecord,
        joinedAt: Instant?,
        under rules: ContestRules
    ) -> Bool {
        guard let said = occurredAt, said != made.occurredAt else { return true }
        return (made.occurredAt == contest.life.startsAt || made.occurredAt == joinedAt)
            && said < made.occurredAt && made.occurredAt <= said + rules.clockTolerance
    }
}

extension ContestRecord {
    /// The time of an entry at a moment; `nil` if it does not count. The moment must not be before
    /// `begin`. If the contest counts by its own days, only the day decides instead
    /// (2.9-local-day): it must not be before `firstDay`, if that is given.
    fileprivate func time(
        of moment: Instant,
        notBefore begin: Instant,
        _ firstDay: CivilDate?,
        _ days: LocalDays
    ) -> EntryTime? {
        guard countsOwnDays else {
            guard begin <= moment, moment < life.endsAt ?? .never else { return nil }
            return EntryTime(occurredAt: moment, localDay: days.day(of: moment))
        }
        // In every time zone, the first day begins less than two days before the contest's start.
        guard let startsAt = life.startsAt, startsAt - .days(2) <= moment else { return nil }
        let day = days.day(of: moment)
        let isTooEarly = firstDay.map { day.daysSince1970 < $0.daysSince1970 } ?? false
        return counts(day) && !isTooEarly ? EntryTime(occurredAt: moment, localDay: day) : nil
    }
}
