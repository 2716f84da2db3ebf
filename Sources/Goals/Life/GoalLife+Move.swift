import ChallengesCore
import Values

extension GoalLife {
    /// A move of a goal, with its values.
    enum Move: Moving, Hashable {
        /// The new values.
        case change(GoalChange)
        case delete, pause, resume, abandon
        /// Whether the goal is done.
        case complete(Bool)
        /// The new value: of the current period, or of the whole goal if it does not recur.
        case count(Amount)
        /// Whether an ended period changed to met; otherwise it changed from met.
        case correct(isMet: Bool)
        case time
    }
}

extension GoalLife.Move {
    var word: GoalLife.Word {
        switch self {
        case .change: .change
        case .delete: .delete
        case .pause: .pause
        case .resume: .resume
        case .abandon: .abandon
        case .complete: .complete
        case .count: .count
        case .correct: .correct
        case .time: .time
        }
    }
}

/// The new values of a changed goal, besides its text.
struct GoalChange: Hashable, Sendable {
    /// The new target; `nil` if it does not change.
    var target: Amount?
    var restWeekdays: Set<Int>
    var lastDay: CivilDate?
}
