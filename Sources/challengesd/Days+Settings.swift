import Challenges
import ChallengesCore
import Contests
import Goals
import Launch

extension Rules {
    /// Reads the settings of daily totals, goals, reminders and timings. The limits of clocks and
    /// entries are those of contests, which must be read before.
    mutating func readDays(_ settings: Settings) throws {
        try settings.read("day.freeze", into: &health.dayFreeze)
        health.clockTolerance = contests.clockTolerance
        try settings.read("goals", in: 1...10_000, into: &goals.goals)
        goals.dayFreeze = health.dayFreeze
        goals.clockTolerance = contests.clockTolerance
        goals.entriesRun = contests.entriesRun
        goals.entriesDay = contests.entriesDay
        try settings.read("reminders", in: 1...100, into: &reminders.reminders)
        try settings.read("timing.max", into: &timings.timingMax)
        // Clients cannot report a longer time.
        guard timings.timingMax <= .seconds(86_400) else {
            throw SettingError("timing.max", "must not be longer than 24h")
        }
        try settings.read("timing.suspect", into: &timings.suspect)
        try settings.read("timings.day", in: 1...1_000_000, into: &timings.timingsDay)
        timings.clockTolerance = contests.clockTolerance
    }
}
