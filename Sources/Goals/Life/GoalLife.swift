import ChallengesAPI
import ChallengesCore
package import Values

/// The state of a personal goal, with its present period (2.4-goal): what its owner, what is
/// counted for it, and time move.
///
/// Invariant: `period` is set exactly while a goal that recurs is not over; `closedAt` exactly once
/// one is; `metAt` once it was reached for the first time, whatever is corrected afterwards.
package struct GoalLife: Movable {
    /// How often, until when, and by which days.
    var periods: GoalPeriods
    /// How much is to be reached, in the present period if it recurs; `nil` where it is marked.
    var target: Amount?
    /// The target from the next period on.
    var nextTarget: Amount?
    var state = State.active
    /// What was reached altogether, of a goal that is reached once.
    var value = Amount.zero
    var period: Period?
    /// How many of its periods are met.
    var periodsMet = 0
    var metAt: Instant?
    /// Whether what had reached it was corrected afterwards.
    var isFlagged = false
    var closedAt: Instant?
    var version: Int64 = 1

    /// The stored state of a goal.
    package enum State: String, CaseIterable, Sendable {
        case active, paused, completed, expired, abandoned

        /// Whether nothing but its text changes any more.
        var isOver: Bool { self != .active && self != .paused }
    }

    /// The side of a goal.
    package enum Party: String, CaseIterable, Sendable {
        case owner
    }

    /// The name of a move: the last word of its URL, then the moves that have none.
    enum Word: String, CaseIterable, Sendable {
        case change, delete, pause, resume, abandon, complete
        /// What was logged, measured or marked is counted again.
        case count
        /// A period that has ended is counted again.
        case correct
        case time
    }

    /// What a move does besides changing the goal and telling of it.
    enum Effect: Hashable, Sendable {
        /// The period that it had is stored as it ended, and the next one begins.
        case nextPeriod
        /// The present period is stored.
        case storePeriod
        /// It was reached for the first time: scoring is told, and its definition is completed.
        case reached
        /// What its medal shows may be another: scoring is told, if it was reached.
        case changed
    }

    static let isPunctual = true

    var table: MoveTable<GoalLife> { .goal }

    /// Whether it is reached once and over then.
    var isOnce: Bool { periods.recurrence == .once }

    /// Whether a goal that is reached once has been.
    var isReached: Bool { isOnce && target.map { value >= $0 } ?? false }
}

// Times.
extension GoalLife {
    /// When its period ends, or else its last day; `nil` if it has neither, or is over.
    package var endsAt: Instant? {
        guard !state.isOver else { return nil }
        return period?.endsAt ?? periods.lastDay.map(periods.days.end)
    }

    func dueAt(_: GoalRules) -> Instant? { endsAt }

    /// Its present period as it is once it is over.
    ///
    /// - Parameters:
    ///   - now: When that is.
    ///   - isGivenUp: Whether its owner gave the goal up.
    /// - Returns: The period, or `nil` if it has none.
    func endedPeriod(at now: Instant, givingUp isGivenUp: Bool) -> Period? {
        guard let period else { return nil }
        let rests = isGivenUp || state == .paused || periods.rests(period)
        return period.ended(at: now, resting: rests)
    }

    /// The period behind its present one.
    var next: Period? {
        period.flatMap { periods.period(after: $0, target: nextTarget ?? target) }
    }
}
