import ChallengesCore
import Values

extension GoalLife {
    /// A change of a goal, and what it brings.
    enum Move: Moving, Hashable {
        /// With what it then has.
        case change(GoalChange)
        case delete, pause, resume, abandon
        /// With whether it is done.
        case complete(Bool)
        /// With what was reached in the present period, or of a goal that is reached once
        /// altogether.
        case count(Amount)
        /// With whether a period that has ended is met now, and was not, or the reverse.
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

/// What a change gives a goal, besides its text.
struct GoalChange: Hashable, Sendable {
    /// `nil` if it stays.
    var target: Amount?
    var restWeekdays: Set<Int>
    var lastDay: CivilDate?
}
