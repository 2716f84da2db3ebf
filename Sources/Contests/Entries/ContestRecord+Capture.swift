import ChallengesAPI
import ChallengesCore
import Values

extension ContestRecord {
    /// The time from the start to the end; `nil` if the start is not known yet. The start is
    /// earlier by the tolerance for a camera's clock (2.9-clocks).
    func span(under rules: ContestRules) -> Range<Instant>? {
        guard let startsAt = life.startsAt else { return nil }
        let begin = startsAt - rules.clockTolerance
        return begin..<max(begin, life.endsAt ?? .never)
    }

    /// The time from the start to the end for one participant: if the contest counts days, the
    /// first day begins and the last day ends in the participant's time zone (2.9-local-day).
    func span(for days: LocalDays, under rules: ContestRules) -> Range<Instant>? {
        guard let own = ownDays else { return span(under: rules) }
        func begin(of day: Int64) -> Instant {
            days.end(of: CivilDate(daysSince1970: day - 1))
        }
        let first = begin(of: own.lowerBound) - rules.clockTolerance
        return first..<max(first, life.endsAt == nil ? .never : begin(of: own.upperBound))
    }
}
