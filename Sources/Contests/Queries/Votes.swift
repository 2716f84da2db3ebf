/// The votes on a queried entry that count (2.3-dispute).
struct Votes: Hashable, Sendable {
    /// How many are for removing it.
    var remove = 0
    /// How many are for keeping it.
    var keep = 0

    /// What they decide where the contest's owner does not: the entry is removed if enough people
    /// voted, and more than half of them for that.
    func judgement(under rules: ContestRules) -> EntryRecord.Judgement {
        remove + keep >= rules.votesMin && remove > keep ? .removed : .kept
    }
}
