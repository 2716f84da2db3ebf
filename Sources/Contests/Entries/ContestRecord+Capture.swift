import ChallengesAPI
import ChallengesCore
import Values

extension ContestRecord {
    /// From when until when it lasts; `nil` before it is known when it begins. A camera's clock may
    /// be behind at the start (2.9-clocks).
    func span(under rules: ContestRules) -> Range<Instant>? {
        guard let startsAt = life.startsAt else { return nil }
        let begin = startsAt - rules.clockTolerance
        return begin..<max(begin, life.endsAt ?? .never)
    }

    /// The same for a person where days are what counts: their first one begins, and their last one
    /// ends, by their own clocks (2.9-local-day).
    func span(for days: LocalDays, under rules: ContestRules) -> Range<Instant>? {
        guard let own = ownDays else { return span(under: rules) }
        func begin(of day: Int64) -> Instant {
            days.end(of: CivilDate(daysSince1970: day - 1))
        }
        let first = begin(of: own.lowerBound) - rules.clockTolerance
        return first..<max(first, life.endsAt == nil ? .never : begin(of: own.upperBound))
    }
}
