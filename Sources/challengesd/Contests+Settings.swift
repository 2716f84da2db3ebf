import Challenges
import Launch

extension Rules {
    /// Reads what an operator may change of trends, and of how owners hear of likes.
    mutating func readTrending(_ settings: Settings) throws {
        try settings.read("trending.window", into: &trendingWindow)
        try settings.read("trending.half.life", into: &trendingHalfLife)
        try settings.read("trending.people", in: 1...1_000_000, into: &trendingPeople)
        try settings.read("trending.every", into: &trendingEvery)
        try settings.read("liked.every", into: &likedEvery)
    }

    /// Reads what an operator may change of contests.
    mutating func readContests(_ settings: Settings) throws {
        try settings.read("contest.settling", into: &contestSettling)
        try settings.read("contest.max", into: &contestMax)
        try settings.read("contest.notice", into: &contestNotice)
        try settings.read("contest.capacity", in: 2...10_000, into: &contestCapacity)
        try settings.read("contests.joined", in: 1...1_000_000, into: &contestsJoined)
        try settings.read("contests.owned", in: 1...1_000_000, into: &contestsOwned)
        try settings.read("contests.day", in: 1...1_000_000, into: &contestsDay)
        try settings.read("entry.back", into: &entryBack)
        try settings.read("entry.ahead", into: &clockTolerance)
        try settings.read("entries.run", in: 1...1_000_000, into: &entriesRun)
        try settings.read("entries.day", in: 1...1_000_000, into: &entriesDay)
        try settings.read("photos.contest", in: 1...1_000_000, into: &photosContest)
        try settings.read("photos.own", in: 1...1_000_000, into: &photosOwn)
        try settings.read("votes.min", in: 1...1_000_000, into: &votesMin)
        try settings.read("queries.open", in: 1...1_000_000, into: &queriesOpen)
        try settings.read("code.life", into: &codeLife)
        try settings.read("codes.open", in: 1...1_000_000, into: &codesOpen)
    }
}
