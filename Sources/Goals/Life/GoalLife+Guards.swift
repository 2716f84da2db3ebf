import ChallengesAPI
import ChallengesCore
import Values

// What must hold for moves of a goal; each names the refusal of what it stops.
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

    /// Holds where no move is asked for yet.
    static var marks: Self {
        Self("marks") { _, occasion in
            occasion.move == .complete(false) ? .wrongState : nil
        }
    }

    /// What is counted, or marked, reaches the goal or its present period.
    static var reaches: Self {
        Self("reaches") { life, occasion in
            guard case .count(let value) = occasion.move, let target = life.target else {
                return .wrongState
            }
            return value >= target ? nil : .wrongState
        }
    }

    /// It was never reached, and a mark does not take one back.
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

    /// One of its periods was met, the present one among them.
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
