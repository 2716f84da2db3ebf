import ChallengesCore
import Values

// The changes that moves make to a goal besides its state.
extension Mark where Life == GoalLife {
    /// A new target applies from the next period on, or at once if the goal does not recur. A new
    /// last day may end the current period earlier or later.
    static var replanned: Self {
        Self("replanned") { life, occasion in
            guard case .change(let change) = occasion.move else { return }
            if let target = change.target {
                if life.isOnce { life.target = target }
                life.nextTarget = life.isOnce || target == life.target ? nil : target
            }
            life.periods = GoalPeriods(
                recurrence: life.periods.recurrence,
                restWeekdays: change.restWeekdays,
                lastDay: change.lastDay,
                days: life.periods.days
            )
            life.resetPeriodEnd()
        }
    }

    /// If only possible moves are listed, this sets the mark if it is missing and removes it
    /// otherwise.
    static var marked: Self {
        Self("marked") { life, occasion in
            let isDone =
                switch occasion.move {
                case .complete(let isDone): isDone
                default: life.period?.isMarked == false
                }
            life.count(at: occasion.now) { $0.isMarked = isDone }
        }
    }

    static var counted: Self {
        Self("counted") { life, occasion in
            guard case .count(let value) = occasion.move else { return }
            if life.isOnce { life.value = value }
            life.count(at: occasion.now) { $0.value = value }
        }
    }

    static var corrected: Self {
        Self("corrected") { life, occasion in
            guard case .correct(let isMet) = occasion.move else { return }
            life.periodsMet += isMet ? 1 : -1
        }
    }

    static var met: Self {
        Self("met") { life, occasion in life.metAt = life.metAt ?? occasion.now }
    }

    static var flaggedIfShort: Self {
        Self("flaggedIfShort") { life, _ in
            if !life.isReached { life.isFlagged = true }
        }
    }

    static var nextPeriod: Self {
        Self("nextPeriod") { life, _ in
            life.period = life.next
            life.target = life.nextTarget ?? life.target
            life.nextTarget = nil
        }
    }

    static var lastPeriod: Self {
        Self("lastPeriod") { life, _ in life.period = nil }
    }

    static var closed: Self {
        Self("closed") { life, occasion in life.closedAt = occasion.now }
    }
}

extension GoalLife {
    /// Changes the current period, recounts it, and updates the number of met periods.
    fileprivate mutating func count(at now: Instant, _ change: (inout Period) -> Void) {
        guard let before = period else { return }
        var next = before
        change(&next)
        next = next.counted(at: now, hasEnded: false)
        periodsMet += (next.state == .met ? 1 : 0) - (before.state == .met ? 1 : 0)
        period = next
    }

    /// Recomputes the end of the current period after a change of the last day or of the owner's
    /// time zone.
    mutating func resetPeriodEnd() {
        guard let before = period,
            let same = periods.period(of: before.days.first, target: before.target)
        else { return }
        period = Period(
            days: same.days,
            target: before.target,
            state: before.state,
            value: before.value,
            isMarked: before.isMarked,
            metAt: before.metAt,
            endsAt: same.endsAt
        )
    }
}
