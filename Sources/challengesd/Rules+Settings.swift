import Challenges
import ChallengesCore
import Dares
import Definitions
import Launch

extension Rules {
    /// Reads the settings that operators may change.
    init(_ settings: Settings) throws {
        self.init()
        try settings.read("dare.attempts", in: 1...100, into: &dares.attemptsMax)
        try settings.read("dare.no.answer", into: &dares.noAnswer)
        try settings.read("dare.silent.sender", into: &dares.silentSender)
        try settings.read("dare.correction", into: &dares.correction)
        try settings.read("dare.extra.time", into: &dares.extraTime)
        try settings.read("workout.late", into: &dares.workoutLate)
        try settings.read("deadline.min", into: &dares.deadlineMin)
        try settings.read("deadline.max", into: &dares.deadlineMax)
        guard dares.deadlineMin <= dares.deadlineMax else {
            throw SettingError("deadline.min", "must not be longer than GAUNTLET_DEADLINE_MAX")
        }
        try settings.read("notice.before", into: &dares.noticeBefore)
        try settings.read("definitions", in: 1...1_000_000, into: &definitions.definitionsMax)
        try settings.read("points.completed", in: 0...1_000_000, into: &dares.completedPoints)
        try settings.read("points.sent", in: 0...1_000_000, into: &dares.sentPoints)
        try settings.read("points.pair.day", in: 0...1_000_000, into: &dares.pointsPairDay)
        try settings.read("ratings.shown", in: 1...1_000_000, into: &definitions.ratingsShown)
        try readContests(settings)
        try readDays(settings)
        try readTrending(settings)
    }
}
