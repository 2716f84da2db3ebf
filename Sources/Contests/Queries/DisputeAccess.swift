import ChallengesAPI
import Identifiers
import Values

/// What one person may do about a query, or instead of one, with an entry that they see
/// (2.3-dispute).
struct DisputeAccess: Hashable, Sendable {
    /// Whether the entry is theirs.
    let isOwn: Bool
    /// Whether they are in the contest.
    let isJoined: Bool
    /// Whether the contest is theirs.
    let ownsContest: Bool
    /// Whether the contest is neither before its start nor over.
    let isOpen: Bool
    let entry: Entry.State
    /// Whether the entry was ever queried; a query that fell does not count.
    let wasQueried: Bool
    /// Whether they have as many open queries in the contest as they may.
    var hasAllQueries = false

    /// Why an action is refused; `nil` if it is not. Other actions are none of a dispute.
    func refusal(of action: Entry.Action) -> ChallengesError? {
        switch action {
        case .query:
            if !isJoined { return .notInContest }
            if isOwn { return .ownEntry }
            if !isOpen { return .contestOver }
            if wasQueried { return .queriedAlready }
            if entry != .counted { return .wrongState }
            return hasAllQueries ? .queriesTooMany : nil
        case .vote:
            if !isJoined { return .notInContest }
            if isOwn { return .ownEntry }
            if !isOpen { return .contestOver }
            return entry == .queried ? nil : .notQueried
        case .decide:
            if !ownsContest { return .notYourPart }
            if isOwn { return .ownEntry }
            if !isOpen { return .contestOver }
            return entry == .queried ? nil : .notQueried
        case .change, .delete, .unknown:
            return .wrongState
        }
    }

    /// Why they may not take back a vote; `nil` if they may. Whoever is in the contest may, also
    /// without a vote; whoever left it, only with one.
    func refusalOfWithdrawal(hasVoted: Bool) -> ChallengesError? {
        if !isJoined && !hasVoted { return .notInContest }
        if isOwn { return .ownEntry }
        if !isOpen { return .contestOver }
        return entry == .queried ? nil : .notQueried
    }

    /// The actions that are not refused, in the order in which clients are shown them.
    var actions: [Entry.Action] {
        [.query, .vote, .decide].filter { refusal(of: $0) == nil }
    }
}

extension DisputeAccess {
    /// - Parameters:
    ///   - person: Whose part it is.
    ///   - isJoined: Whether they are in the contest.
    ///   - entry: An entry that they see.
    ///   - contest: The entry's contest.
    ///   - queries: How many open queries they have in the contest.
    ///   - now: The time.
    ///   - rules: The limits and times of contests.
    init(
        of person: UserID,
        isJoined: Bool,
        in entry: EntryRecord,
        of contest: ContestRecord,
        queries: Int = 0,
        at now: Instant,
        under rules: ContestRules
    ) {
        let life = contest.currentLife(at: now, under: rules)
        isOwn = entry.user == person
        self.isJoined = isJoined
        ownsContest = contest.owner == person
        isOpen = life.state == .active || life.state == .settling
        self.entry = entry.state
        wasQueried = entry.query != nil
        hasAllQueries = queries >= rules.queriesOpen
    }
}

extension EntryRecord {
    /// Becomes queried.
    mutating func raise(_ query: Query) {
        self.query = query
        state = .queried
        version += 1
    }

    /// Ends the query without a decision: the entry is as if it had never been queried.
    mutating func dropQuery() {
        query = nil
        state = .counted
        version += 1
    }

    /// Ends the query.
    ///
    /// - Parameters:
    ///   - judgement: Whether it stays.
    ///   - judge: Who decided; `nil` if the votes did.
    mutating func judge(_ judgement: Judgement, by judge: UserID?) {
        judged = judgement
        judgedBy = judge
        state = judgement == .removed ? .removed : .counted
        version += 1
    }
}
