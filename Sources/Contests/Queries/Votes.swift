/// The votes on a queried entry that count (2.3-dispute).
struct Votes: Hashable, Sendable {
    /// Votes to remove it.
    var remove = 0
    /// Votes to keep it.
    var keep = 0

    /// The decision if the contest's owner makes none: the entry is removed if at least `votesMin`
    /// voted, and more than half of them to remove it.
    func judgement(under rules: ContestRules) -> EntryRecord.Judgement {
        remove + keep >= rules.votesMin && remove > keep ? .removed : .kept
    }
}
