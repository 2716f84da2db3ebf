import ChallengesAPI
import ChallengesCore
package import Values

/// The state of a goal and its current period (2.4-goal). It is changed by its owner's moves, by
/// counting, and by due transitions.
///
/// Invariants: `period` is set exactly while a recurring goal is not over; `closedAt` exactly when
/// the goal is over; `metAt` from the first time the goal is reached, whatever is corrected
/// afterwards.
package struct GoalLife: Movable {
    /// The recurrence, the last day, and the owner's local days.
    var periods: GoalPeriods
    /// The target, per period if the goal recurs; `nil` if it is marked as done instead.
    var target: Amount?
    /// The target from the next period on.
    var nextTarget: Amount?
    var state = State.active
    /// The total value of a goal that does not recur.
    var value = Amount.zero
    var period: Period?
    /// The number of met periods.
    var periodsMet = 0
    var metAt: Instant?
    /// Whether corrections brought the value of a reached goal below its target.
    var isFlagged = false
    var closedAt: Instant?
    var version: Int64 = 1

    /// The stored state of a goal.
    package enum State: String, CaseIterable, Sendable {
        case active, paused, completed, expired, abandoned

        /// Whether the goal is over; then only its text and visibility can be changed, and late
        /// corrections are counted.
        var isOver: Bool { self != .active && self != .paused }
    }

    /// The only party of a goal.
    package enum Party: String, CaseIterable, Sendable {
        case owner
    }

    /// The name of a move. The first ones are the last words of URLs; the others are internal.
    enum Word: String, CaseIterable, Sendable {
        case change, delete, pause, resume, abandon, complete
        /// The value of the goal or of its current period is recomputed.
        case count
        /// An ended period is recounted.
        case correct
        case time
    }

    /// An effect of a move besides the changed row and the notices.
    enum Effect: Hashable, Sendable {
        /// The ended period is stored, and the next one begins.
        case nextPeriod
        /// The current period is stored.
        case storePeriod
        /// The goal was reached for the first time: an event for scoring, and a completion of its
        /// definition.
        case reached
        /// The goal's medal may show other data now: an event for scoring if the goal was reached.
        case changed
    }

    static let isPunctual = true

    var table: MoveTable<GoalLife> { .goal }

    /// Whether the goal does not recur; it is over once it is reached.
    var isOnce: Bool { periods.recurrence == .once }

    /// Whether the goal does not recur and its value reaches its target.
    var isReached: Bool { isOnce && target.map { value >= $0 } ?? false }
}

// Times.
extension GoalLife {
    /// The end of the current period, or else of the last day; `nil` if the goal has neither, or is
    /// over.
    package var endsAt: Instant? {
        guard !state.isOver else { return nil }
        return period?.endsAt ?? periods.lastDay.map(periods.days.end)
    }

    func dueAt(_: GoalRules) -> Instant? { endsAt }

    /// The current period in its ended state.
    ///
    /// - Parameters:
    ///   - now: The time of its end.
    ///   - isGivenUp: Whether the owner abandoned the goal.
    /// - Returns: The period; `nil` if there is none.
    func endedPeriod(at now: Instant, givingUp isGivenUp: Bool) -> Period? {
        guard let period else { return nil }
        let rests = isGivenUp || state == .paused || periods.rests(period)
        return period.ended(at: now, resting: rests)
    }

    /// The period after the current one.
    var next: Period? {
        period.flatMap { periods.period(after: $0, target: nextTarget ?? target) }
    }
}
