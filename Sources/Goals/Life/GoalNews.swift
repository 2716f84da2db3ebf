import ChallengesAPI
import ChallengesCore
import ScoringAPI
import Values
import Wire

// The events about goals that scoring receives (2.7-medals, 2.7-streaks).
extension GoalRecord {
    /// The event for scoring about a period that has ended, has been met, or is no longer met.
    ///
    /// - Parameters:
    ///   - period: The period as it is stored now.
    ///   - version: The version of the goal after the change.
    /// - Returns: The event.
    func news(of period: Period, version: Int64) -> PeriodClosed {
        PeriodClosed(
            goal: id,
            user: owner,
            startsOn: period.days.first,
            endsOn: period.days.last,
            outcome: period.state.outcome,
            isDaily: life.periods.recurrence == .daily,
            version: version
        )
    }

    /// The event for scoring about the deletion of the goal; none for a goal without a streak.
    var deletionNews: [Emission] {
        guard !life.isOnce else { return [] }
        return [Emission(event: GoalDeleted(goal: id, user: owner), destination: .scoring)]
    }

    /// The event for scoring with the goal's current data; none if the goal was never reached.
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

extension Period.State {
    /// The outcome as scoring is told.
    var outcome: PeriodClosed.Outcome {
        switch self {
        case .open: .open
        case .met: .met
        case .missed: .missed
        case .rested: .rested
        }
    }
}

extension LocalDays {
    /// The first moment of the local day of a given moment.
    fileprivate func start(at moment: Instant) -> Instant {
        end(of: CivilDate(daysSince1970: day(of: moment).daysSince1970 - 1))
    }
}
