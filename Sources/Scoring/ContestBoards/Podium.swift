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

    /// Whether a change of some people, who each come to a place, may change the podium; the place is
    /// `nil` without a score.
    func mayChange(by places: [UserID: Int?]) -> Bool {
        guard leaders.count == Self.size, let last = leaders.last else { return true }
        return places.values.contains { $0.map { $0 <= last.place } ?? false }
            || leaders.contains { places.keys.contains($0.user) }
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
    ///     passed, but who came to a better place may have been.
    /// - Returns: The people, each with the rank that they had, the best first.
    func losers(by later: Podium, changed: Set<UserID>) -> [Loser] {
        holders.filter { leader, rank in
            let place =
                changed.contains(leader.user) ? later.place(of: leader.user) : leader.place
            guard leader.isJoined, let place, place <= leader.place else { return false }
            return later.rank(at: place) > rank
        }.map { Loser(user: $0.leader.user, rank: $0.rank) }
    }

    /// The place of one of the best players; `nil` of anyone else.
    private func place(of user: UserID) -> Int? {
        leaders.first { $0.user == user }?.place
    }
}
