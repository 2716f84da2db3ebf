import ChallengesAPI
import Identifiers
import Values

/// What a viewer may do about a query of an entry that they see, or about an entry without one
/// (2.3-dispute).
struct DisputeAccess: Hashable, Sendable {
    /// Whether the viewer owns the entry.
    let isOwn: Bool
    /// Whether the viewer is a participant.
    let isJoined: Bool
    /// Whether the viewer owns the contest.
    let ownsContest: Bool
    /// Whether the contest is active or settling.
    let isOpen: Bool
    let entry: Entry.State
    /// Whether the entry was ever queried; dropped queries do not count.
    let wasQueried: Bool
    /// Whether the viewer has the maximum of open queries in the contest.
    var hasAllQueries = false

    /// Why an action is refused; `nil` if it is not. Actions that do not belong to a dispute are
    /// refused.
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

    /// Why the viewer may not withdraw a vote; `nil` if they may. Participants may even without a
    /// vote; former participants only if they have voted.
    func refusalOfWithdrawal(hasVoted: Bool) -> ChallengesError? {
        if !isJoined && !hasVoted { return .notInContest }
        if isOwn { return .ownEntry }
        if !isOpen { return .contestOver }
        return entry == .queried ? nil : .notQueried
    }

    /// The allowed actions, in the order in which clients show them.
    var actions: [Entry.Action] {
        [.query, .vote, .decide].filter { refusal(of: $0) == nil }
    }
}

extension DisputeAccess {
    /// - Parameters:
    ///   - person: The viewer.
    ///   - isJoined: Whether they are a participant.
    ///   - entry: An entry that they see.
    ///   - contest: The entry's contest.
    ///   - queries: The number of their open queries in the contest.
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
    /// Adds a query to the entry.
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

    /// Ends the query with a decision.
    ///
    /// - Parameters:
    ///   - judgement: Whether the entry is kept or removed.
    ///   - judge: The user who decided; `nil` if votes did.
    mutating func judge(_ judgement: Judgement, by judge: UserID?) {
        judged = judgement
        judgedBy = judge
        state = judgement == .removed ? .removed : .counted
        version += 1
    }
}
