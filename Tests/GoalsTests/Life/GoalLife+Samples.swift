import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Values

@testable import Goals

extension GoalPeriods {
    static func sample(
        _ recurrence: Goal.Recurrence,
        until last: String? = nil,
        resting restWeekdays: Set<Int> = [],
        by days: LocalDays = LocalDays(nil)
    ) -> GoalPeriods {
        GoalPeriods(
            recurrence: recurrence,
            restWeekdays: restWeekdays,
            lastDay: last.map { .of($0) },
            days: days
        )
    }
}

extension GoalLife {
    /// A goal of ten pages that was made on a day, by default on Tuesday, 1 September 2026.
    static func sample(
        _ recurrence: Goal.Recurrence = .daily,
        target: String? = "10",
        on day: String = "2026-09-01",
        until last: String? = nil,
        resting restWeekdays: Set<Int> = [],
        by days: LocalDays = LocalDays(nil)
    ) -> GoalLife {
        let target = target.map { Amount.of($0) }
        let periods = GoalPeriods.sample(
            recurrence,
            until: last,
            resting: restWeekdays,
            by: days
        )
        return GoalLife(
            periods: periods,
            target: target,
            period: periods.period(of: .of(day), target: target)
        )
    }

    /// The goal in another state, as far as it can be.
    func `in`(_ state: State) -> GoalLife {
        var life = self
        life.state = state
        guard state.isOver else { return life }
        life.closedAt = .of("2026-09-01T12:00:00Z")
        life.period = nil
        if state == .completed { life.metAt = life.closedAt }
        return life
    }

    /// Takes a move at a moment.
    mutating func take(_ move: Move, at moment: String) throws {
        try take(move, at: .of(moment), under: GoalRules())
    }

    /// Lets time pass.
    ///
    /// - Returns: The periods that ended meanwhile, as they ended.
    @discardableResult
    mutating func pass(to moment: String) -> [Period] {
        var ended: [Period] = []
        while true {
            let before = self
            guard pass(to: .of(moment), under: GoalRules()) != nil else { return ended }
            let due = before.endsAt ?? .of(moment)
            if let period = before.endedPeriod(at: due, givingUp: false) { ended.append(period) }
        }
    }
}

extension Period {
    /// Its first day and its state.
    var line: String { "\(days.first) \(state.rawValue)" }
}
