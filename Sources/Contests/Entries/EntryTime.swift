import ChallengesAPI
import ChallengesCore
import Values

/// When something was done, as a contest counts it (2.3-back-dated).
struct EntryTime: Hashable, Sendable {
    let occurredAt: Instant
    /// On which day it was for whoever did it (2.9-local-day).
    let localDay: CivilDate
}

extension EntryDraft {
    /// When the contest counts what was done; `nil` if it does not.
    ///
    /// A client's clock may be behind: what was done shortly before the start, or typed in shortly
    /// before joining, counts as done then (2.9-clocks).
    ///
    /// - Parameters:
    ///   - contest: The contest, after time has had its turn.
    ///   - joinedAt: When the person joined it first.
    ///   - days: The person's days.
    ///   - now: The time of the call, when it was done if the draft does not say.
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
        // What counts as it was said is not moved.
        return (isShortlyBefore ? [said, begin] : [said]).lazy
            .filter { earliest <= $0 && $0 <= now + rules.clockTolerance }
            .compactMap { contest.time(of: $0, notBefore: begin, firstDay, days) }
            .first
    }

    /// Whether the draft says that something was done when an entry was that it made: then, or
    /// shortly before (2.9-clocks).
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
    /// The time of what was done, if it counts for a person from a moment on. Where the contest's
    /// own days are what counts, the day alone decides (2.9-local-day), from the person's first one
    /// on, if that matters.
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
        // For nobody does a day begin so much earlier than for the contest.
        guard let startsAt = life.startsAt, startsAt - .days(2) <= moment else { return nil }
        let day = days.day(of: moment)
        let isTooEarly = firstDay.map { day.daysSince1970 < $0.daysSince1970 } ?? false
        return counts(day) && !isTooEarly ? EntryTime(occurredAt: moment, localDay: day) : nil
    }
}
