import Challenges
import Launch

extension Rules {
    /// Reads what an operator may change.
    init(_ settings: Settings) throws {
        self.init()
        try settings.read("dare.attempts", in: 1...100, into: &attemptsMax)
        try settings.read("dare.no.answer", into: &noAnswer)
        try settings.read("dare.silent.sender", into: &silentSender)
        try settings.read("dare.correction", into: &correction)
        try settings.read("dare.extra.time", into: &extraTime)
        try settings.read("workout.late", into: &workoutLate)
        try settings.read("deadline.min", into: &deadlineMin)
        try settings.read("deadline.max", into: &deadlineMax)
        guard deadlineMin <= deadlineMax else {
            throw SettingError("deadline.min", "must not be longer than GAUNTLET_DEADLINE_MAX")
        }
        try settings.read("notice.before", into: &noticeBefore)
        try settings.read("definitions", in: 1...1_000_000, into: &definitionsMax)
        try settings.read("points.completed", in: 0...1_000_000, into: &completedPoints)
        try settings.read("points.sent", in: 0...1_000_000, into: &sentPoints)
        try settings.read("points.pair.day", in: 0...1_000_000, into: &pointsPairDay)
        try settings.read("ratings.shown", in: 1...1_000_000, into: &ratingsShown)
        try readContests(settings)
        try readTrending(settings)
    }
}
