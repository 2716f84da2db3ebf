import ChallengesAPI
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
        guard countsOwnDays, let startsAt = life.startsAt else { return true }
        let first = zone.day(of: startsAt).daysSince1970
        let end = life.endsAt.map { zone.day(of: $0).daysSince1970 } ?? .max
        return first <= day.daysSince1970 && day.daysSince1970 < end
    }
}
