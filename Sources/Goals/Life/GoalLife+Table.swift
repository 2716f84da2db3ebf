import ChallengesCore
import IdentityAPI

extension MoveTable where Life == GoalLife {
    /// The moves of a goal (2.4-goal).
    static var goal: MoveTable { GoalLife.goalTable }
}

extension GoalLife {
    private typealias Line = MoveTable<GoalLife>.Line

    fileprivate static let goalTable = MoveTable<GoalLife> {
        Line(.active, .paused, .completed, .expired, .abandoned, on: .change, by: .owner)
            .stayChanged(.replanned)
            .then(.effect(.storePeriod), .effect(.changed))
        // Only its pictures remain.
        Line(.active, .paused, .completed, .expired, .abandoned, on: .delete, by: .owner)
            .stayChanged()

        Line(.active, on: .pause, by: .owner).to(.paused)
        Line(.paused, on: .resume, by: .owner).to(.active)
        Line(.active, .paused, on: .abandon, by: .owner)
            .to(.abandoned, .lastPeriod, .closed)
            .then(.effect(.nextPeriod))
        // Repetitions.
        Line(.paused, on: .pause, by: .owner)
        Line(.active, on: .resume, by: .owner)
        Line(.abandoned, on: .abandon, by: .owner)

        // A mark, of a goal without a target.
        Line(.active, .paused, on: .complete, by: .owner, if: .withoutTarget, .once, .marks)
            .to(.completed, .met, .closed)
            .then(.tell([.owner], .goalReached), .effect(.reached))
        // Repetitions. A goal that was reached stays reached.
        Line(.active, .paused, on: .complete, by: .owner, if: .withoutTarget, .once)
        Line(.completed, on: .complete, by: .owner, if: .withoutTarget, .once, .marks)
        Line(.active, .paused, on: .complete, by: .owner, if: .withoutTarget, .recurs, .firstMet)
            .stay(.marked, .met)
            .then(.effect(.storePeriod), .tell([.owner], .goalReached), .effect(.reached))
        Line(.active, .paused, on: .complete, by: .owner, if: .withoutTarget, .recurs)
            .stay(.marked)
            .then(.effect(.storePeriod))

        Line(.active, .paused, on: .count, if: .once, .reaches)
            .to(.completed, .counted, .met, .closed)
            .then(.tell([.owner], .goalReached), .effect(.reached))
        Line(.active, .paused, on: .count, if: .recurs, .reaches, .firstMet)
            .stay(.counted, .met)
            .then(.effect(.storePeriod), .tell([.owner], .goalReached), .effect(.reached))
        Line(.active, .paused, on: .count, if: .recurs)
            .stay(.counted)
            .then(.effect(.storePeriod))
        Line(.active, .paused, on: .count)
            .stay(.counted)
        // Until an ended period closes, it may become met, or no longer be met.
        Line(.active, .paused, on: .correct, if: .meetsOne, .firstMet)
            .stay(.corrected, .met)
            .then(.tell([.owner], .goalReached), .effect(.reached))
        Line(.active, .paused, .completed, .expired, .abandoned, on: .correct)
            .stay(.corrected)
        // A reached goal stays reached (2.4-late).
        Line(.completed, on: .count, if: .once)
            .stay(.counted, .flaggedIfShort)
        // Late values are counted, but the goal cannot be reached any more.
        Line(.expired, .abandoned, on: .count, if: .once)
            .stay(.counted)

        Line(.active, .paused, on: .time, if: .periodEnded, .periodsLeft)
            .stay(.nextPeriod)
            .then(.effect(.nextPeriod))
        Line(.active, .paused, on: .time, if: .periodEnded, .wasMet)
            .to(.completed, .lastPeriod, .closed)
            .then(.effect(.nextPeriod))
        Line(.active, .paused, on: .time, if: .periodEnded)
            .to(.expired, .lastPeriod, .closed)
            .then(.effect(.nextPeriod))
        Line(.active, .paused, on: .time, if: .lastDayPassed)
            .to(.expired, .closed)
    }
}
