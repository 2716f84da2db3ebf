import ChallengesAPI
import ChallengesCore
import ScoringAPI
import Values
import Wire

// The events about goals that scoring receives (2.7-medals).
extension GoalRecord {
    /// The event to scoring with the goal's present data; none if it was never reached.
    ///
    /// - Parameter isDeleted: Whether the goal is being deleted.
    /// - Returns: The event.
    func news(isDeleted: Bool = false) -> [Emission] {
        guard let metAt = life.metAt else { return [] }
        let reached = GoalReached(
            goal: id,
            user: owner,
            name: challenge.name,
            isForFriends: !isDeleted && challenge.visibility == .friends,
            at: metAt,
            shownAt: metric == nil ? metAt : life.periods.days.start(at: metAt),
            version: isDeleted ? life.version + 1 : life.version
        )
        return [Emission(event: reached, destination: .scoring)]
    }
}

extension LocalDays {
    /// The first moment of the local day of a given moment.
    fileprivate func start(at moment: Instant) -> Instant {
        end(of: CivilDate(daysSince1970: day(of: moment).daysSince1970 - 1))
    }
}
