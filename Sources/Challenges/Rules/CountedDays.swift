import ChallengesAPI
import Values
import Zones

extension ContestRecord {
    /// Whether what a person did on a day of theirs may count (2.9-local-day): where a phone
    /// measures, the days count from that of the contest's start up to that of its end, which is
    /// the first that does not, both in its zone. Elsewhere only the moment matters.
    func counts(_ day: CivilDate) -> Bool {
        guard challenge.snapshot.metric != nil, let startsAt = life.startsAt else { return true }
        let first = zone.day(of: startsAt).daysSince1970
        let end = life.endsAt.map { zone.day(of: $0).daysSince1970 } ?? .max
        return first <= day.daysSince1970 && day.daysSince1970 < end
    }
}
