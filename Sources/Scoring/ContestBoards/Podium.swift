import Identifiers

/// The best players of a live board, to see who loses rank 1, 2 or 3 (2.13-podium).
struct Podium: Hashable, Sendable {
    /// The best players, the best first, equal ones in any order; `size` of them, if there are so
    /// many.
    let leaders: [Leader]

    /// A player and how good they are.
    struct Leader: Hashable, Sendable {
        let user: UserID
        /// The score in millionths, negated where higher scores win.
        let place: Int
        /// Whether they are in the contest; whoever left while it settles keeps the place, and is told
        /// nothing.
        let isJoined: Bool
    }

    /// Someone who lost a rank.
    struct Loser: Hashable, Sendable {
        let user: UserID
        /// The rank that was lost.
        let rank: Int
    }

    /// How many people may hold the first three ranks at a time. Where more do, those of the last rank
    /// that so many share hold none: who loses a rank among many is not told.
    static let holdersMax = 10
    /// How many players must be looked at to know that.
    static let size = holdersMax + 1
    private static let ranks = 1...3

    /// The rank of those with a place: one more than there are better players.
    private func rank(at place: Int) -> Int {
        leaders.count { $0.place < place } + 1
    }

    /// Who holds which of the first three ranks.
    private var holders: [(leader: Leader, rank: Int)] {
        let ranked = leaders.map { (leader: $0, rank: rank(at: $0.place)) }
            .filter { Self.ranks.contains($0.rank) }
        guard ranked.count > Self.holdersMax, let shared = ranked.last?.rank else { return ranked }
        return ranked.filter { $0.rank < shared }
    }

    /// Whether more players than these may hold one of the first three ranks.
    var mayLackHolders: Bool {
        guard leaders.count == Self.size, let last = leaders.last else { return false }
        return Self.ranks.contains(rank(at: last.place))
    }

    /// Whether someone who comes to a place passes one of those who hold the first three ranks.
    func isPassed(at place: Int) -> Bool {
        holders.contains { place < $0.leader.place }
    }

    /// Whether someone with a place is behind one of the first three ranks.
    func isBehind(_ rank: Int, at place: Int) -> Bool {
        self.rank(at: place) > rank
    }

    /// Who held one of the first three ranks and was passed by others, by the time of a later board.
    ///
    /// - Parameters:
    ///   - later: The later board.
    ///   - changed: Those who changed in between: whoever falls by a change of their own was not
    ///     passed.
    /// - Returns: The people, each with the rank that they had, the best first.
    func losers(by later: Podium, sparing changed: Set<UserID>) -> [Loser] {
        holders.filter { leader, rank in
            leader.isJoined && !changed.contains(leader.user)
                && later.rank(at: leader.place) > rank
        }.map { Loser(user: $0.leader.user, rank: $0.rank) }
    }
}
