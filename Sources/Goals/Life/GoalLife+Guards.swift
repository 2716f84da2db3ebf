import ChallengesAPI
import ChallengesCore
import Values

// The conditions of a goal's moves; each names the refusal if it does not hold.
extension Guard where Life == GoalLife {
    static var withoutTarget: Self {
        Self("withoutTarget") { life, _ in life.target == nil ? nil : .goalHasTarget }
    }

    static var once: Self {
        Self("once") { life, _ in life.isOnce ? nil : .wrongState }
    }

    static var recurs: Self {
        Self("recurs") { life, _ in life.isOnce ? .wrongState : nil }
    }

    /// Holds also when only possible moves are listed, without a request.
    static var marks: Self {
        Self("marks") { _, occasion in
            occasion.move == .complete(false) ? .wrongState : nil
        }
    }

    /// The counted value reaches the target of the goal or of its current period.
    static var reaches: Self {
        Self("reaches") { life, occasion in
            guard case .count(let value) = occasion.move, let target = life.target else {
                return .wrongState
            }
            return value >= target ? nil : .wrongState
        }
    }

    /// The goal was never reached before, and the move does not remove a mark.
    static var firstMet: Self {
        Self("firstMet") { life, occasion in
            life.metAt == nil && occasion.move != .complete(false) ? nil : .wrongState
        }
    }

    static var meetsOne: Self {
        Self("meetsOne") { _, occasion in
            occasion.move == .correct(isMet: true) ? nil : .wrongState
        }
    }

    static var periodEnded: Self {
        Self("periodEnded") { life, occasion in
            life.period.map { $0.endsAt <= occasion.now } ?? false ? nil : .wrongState
        }
    }

    static var periodsLeft: Self {
        Self("periodsLeft") { life, _ in life.next == nil ? .wrongState : nil }
    }

    /// At least one period was met; the current one counts.
    static var wasMet: Self {
        Self("wasMet") { life, _ in life.periodsMet > 0 ? nil : .wrongState }
    }

    static var lastDayPassed: Self {
        Self("lastDayPassed") { life, occasion in
            guard life.period == nil, let last = life.periods.lastDay else { return .wrongState }
            return life.periods.days.end(of: last) <= occasion.now ? nil : .wrongState
        }
    }
}
