import ChallengesAPI
import ChallengesTestKit
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions

extension AssignmentLife.State {
    /// The states of dares.
    static let ofDares = states(of: .dare)
    /// The states of workouts.
    static let ofWorkouts = states(of: .workout)

    private static func states(of table: MoveTable<AssignmentLife>) -> [Self] {
        allCases.filter { state in state == .sent || table.lines.contains { $0.to == state } }
    }
}

extension AssignmentLife {
    /// An assignment without a deadline that reached a state of dares at noon by its moves.
    static func `in`(_ state: State) -> AssignmentLife {
        var dare = AssignmentLife(sentAt: .noon)
        dare.reach(state)
        return dare
    }

    /// The deadline of the workouts below.
    static let end = Instant.noon + .days(10)

    /// A workout that reached a state at noon by its moves; a missed one was started at noon, and
    /// missed its deadline.
    static func workout(_ state: State, proof: Proof = .none) -> AssignmentLife {
        var workout = AssignmentLife(kind: .workout, proof: proof, deadline: end, sentAt: .noon)
        workout.reach(state)
        return workout
    }

    private mutating func reach(_ reached: State) {
        state = reached
        let isJudged = kind == .dare || proof == .required
        switch reached {
        case .sent, .withdrawn, .expired: break
        case .accepted, .started, .missed, .denied, .abandoned:
            answeredAt = .noon
            readAt = .noon
        case .submitted, .done, .completed, .rejected, .void:
            answeredAt = .noon
            readAt = .noon
            guard isJudged || reached == .submitted || reached == .rejected else { break }
            submittedAt = .noon
            attempts = 1
        }
        if !reached.isOpen { closedAt = .noon }
        if reached == .missed { closedAt = Self.end + .tick }
        if reached == .completed { completedAt = .noon }
        if reached == .done || reached == .completed { isVerified = isJudged }
    }
}
