import Challenges
import ChallengesCore
import Contests
import Goals
import Launch

extension Rules {
    /// Reads what an operator may change of totals of days, of goals, and of reminders. Clocks and
    /// entries have the limits of contests, which are read before.
    mutating func readDays(_ settings: Settings) throws {
        try settings.read("day.freeze", into: &health.dayFreeze)
        health.clockTolerance = contests.clockTolerance
        try settings.read("goals", in: 1...10_000, into: &goals.goals)
        goals.dayFreeze = health.dayFreeze
        goals.clockTolerance = contests.clockTolerance
        goals.entriesRun = contests.entriesRun
        goals.entriesDay = contests.entriesDay
        try settings.read("reminders", in: 1...100, into: &reminders.reminders)
    }
}
