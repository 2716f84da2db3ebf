import ChallengesAPI
import ChallengesCore
import ScoringAPI
import Values
import Wire

// What scoring is told of goals (2.7-medals).
extension GoalRecord {
    /// Tells scoring of the goal as it now is, if it was reached.
    ///
    /// - Parameter isDeleted: Whether nothing is left of it.
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
    /// The first moment of the day of another one.
    fileprivate func start(at moment: Instant) -> Instant {
        end(of: CivilDate(daysSince1970: day(of: moment).daysSince1970 - 1))
    }
}
