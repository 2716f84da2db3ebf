import ChallengesAPI
import ChallengesCore
import Values

/// A period of a recurring goal: a day, week or month, with its target and value (2.4-period).
package struct Period: Hashable, Sendable {
    package let days: DaySpan
    /// The target; `nil` if the period is marked as done instead.
    let target: Amount?
    var state = State.open
    /// The value reached in the period.
    var value = Amount.zero
    /// Whether the period is marked as done; only without a target.
    var isMarked = false
    /// The time when the period was met; set exactly while it is met.
    var metAt: Instant?
    /// Whether an ended period rests unless it is met: on a weekday of rest, if the goal was paused
    /// or abandoned at its end, or if a change of the time zone skipped it.
    var rests = false
    /// The end in the owner's time zone: the first moment after the last day.
    let endsAt: Instant

    /// The stored state of a period.
    package enum State: String, CaseIterable, Sendable {
        case open, met, missed, rested
    }

    /// Whether the target is reached, or the period is marked as done.
    var isReached: Bool {
        guard let target else { return isMarked }
        return value >= target
    }

    /// The time until which entries, marks and totals can change the period.
    func closesAt(_ rules: GoalRules) -> Instant { endsAt + rules.dayFreeze }

    /// The period with its state recomputed. It is met if it is reached, and was met at `now` if it
    /// was not met before.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - hasEnded: Whether the period is over.
    /// - Returns: The changed period.
    func counted(at now: Instant, hasEnded: Bool) -> Period {
        var period = self
        period.metAt = isReached ? metAt ?? now : nil
        period.state = isReached ? .met : !hasEnded ? .open : rests ? .rested : .missed
        return period
    }

    /// The period in its ended state.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - rests: Whether the period rests unless it is met.
    /// - Returns: The changed period.
    func ended(at now: Instant, resting rests: Bool) -> Period {
        var period = self
        period.rests = rests
        return period.counted(at: now, hasEnded: true)
    }
}
