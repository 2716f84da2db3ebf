import Challenges
import ChallengesCore
import Contests
import Dares
import Discovery
import Launch

extension Rules {
    /// Reads the settings of trends and of notices about likes.
    mutating func readTrending(_ settings: Settings) throws {
        try settings.read("trending.window", into: &discovery.trendingWindow)
        try settings.read("trending.half.life", into: &discovery.trendingHalfLife)
        try settings.read("trending.people", in: 1...1_000_000, into: &discovery.trendingPeople)
        try settings.read("trending.every", into: &discovery.trendingEvery)
        try settings.read("liked.every", into: &discovery.likedEvery)
    }

    /// Reads the settings of contests.
    mutating func readContests(_ settings: Settings) throws {
        try settings.read("contest.settling", into: &contests.contestSettling)
        try settings.read("contest.max", into: &contests.contestMax)
        try settings.read("contest.notice", into: &contests.contestNotice)
        try settings.read("contest.capacity", in: 2...10_000, into: &contests.contestCapacity)
        try settings.read("contests.joined", in: 1...1_000_000, into: &contests.contestsJoined)
        try settings.read("contests.owned", in: 1...1_000_000, into: &contests.contestsOwned)
        try settings.read("contests.day", in: 1...1_000_000, into: &contests.contestsDay)
        try settings.read("entry.back", into: &contests.entryBack)
        try settings.read("entry.ahead", into: &contests.clockTolerance)
        dares.clockTolerance = contests.clockTolerance
        try settings.read("entries.run", in: 1...1_000_000, into: &contests.entriesRun)
        try settings.read("entries.day", in: 1...1_000_000, into: &contests.entriesDay)
        try settings.read("photos.contest", in: 1...1_000_000, into: &discovery.photosContest)
        try settings.read("photos.own", in: 1...1_000_000, into: &discovery.photosOwn)
        try settings.read("votes.min", in: 1...1_000_000, into: &contests.votesMin)
        try settings.read("queries.open", in: 1...1_000_000, into: &contests.queriesOpen)
        try settings.read("code.life", into: &contests.codeLife)
        try settings.read("codes.open", in: 1...1_000_000, into: &contests.codesOpen)
    }
}
