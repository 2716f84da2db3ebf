import ChallengesAPI
import ChallengesCore
import Values

/// A day, a week or a month of a goal that recurs: how much was to be reached in it, and what was
/// (2.4-period).
package struct Period: Hashable, Sendable {
    package let days: DaySpan
    /// How much is to be reached; `nil` where it is marked.
    let target: Amount?
    var state = State.open
    /// What was reached.
    var value = Amount.zero
    /// Whether it is marked as done; only without a target.
    var isMarked = false
    /// When it was met; set exactly while it is.
    var metAt: Instant?
    /// Whether it rests where it is not met: on a day of rest, because the goal was paused or given
    /// up when it ended, or because a change of the time zone left it out. Known once it has ended.
    var rests = false
    /// When it ends for its owner: the first moment after its last day.
    let endsAt: Instant

    /// The stored state of a period.
    package enum State: String, CaseIterable, Sendable {
        case open, met, missed, rested
    }

    /// Whether what was to be done in it is done.
    var isReached: Bool {
        guard let target else { return isMarked }
        return value >= target
    }

    /// Until when an entry, a mark or a total may still change it.
    func closesAt(_ rules: GoalRules) -> Instant { endsAt + rules.dayFreeze }

    /// The period once it is counted again, at a moment: it is met if it is reached, from then on.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - hasEnded: Whether it is over.
    /// - Returns: The period then.
    func counted(at now: Instant, hasEnded: Bool) -> Period {
        var period = self
        period.metAt = isReached ? metAt ?? now : nil
        period.state = isReached ? .met : !hasEnded ? .open : rests ? .rested : .missed
        return period
    }

    /// The period once it is over.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - rests: Whether it rests unless it was met.
    /// - Returns: The period then.
    func ended(at now: Instant, resting rests: Bool) -> Period {
        var period = self
        period.rests = rests
        return period.counted(at: now, hasEnded: true)
    }
}
