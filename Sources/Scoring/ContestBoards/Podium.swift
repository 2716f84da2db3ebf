import Identifiers

/// The best players of a live board, used to find the players who lose rank 1, 2 or 3
/// (2.13-podium).
struct Podium: Hashable, Sendable {
    /// The best players, best first, equal players in any order; at most `size`.
    let leaders: [Leader]

    /// A player and their place.
    struct Leader: Hashable, Sendable {
        let user: UserID
        /// The score in millionths, negated where higher scores win.
        let place: Int
        /// Whether the player is a participant. Players who left while the contest settles keep
        /// their place, and are not notified.
        let isJoined: Bool
    }

    /// A player who lost a rank.
    struct Loser: Hashable, Sendable {
        let user: UserID
        /// The lost rank.
        let rank: Int
    }

    /// The maximum number of holders of the first three ranks. If more players have these ranks,
    /// those who share the last of them don't count as holders, and are not notified of losing it.
    static let holdersMax = 10
    /// The number of players to read to detect that.
    static let size = holdersMax + 1
    private static let ranks = 1...3

    /// The rank of a place: one more than the number of better players.
    private func rank(at place: Int) -> Int {
        leaders.count { $0.place < place } + 1
    }

    /// The holders of the first three ranks.
    private var holders: [(leader: Leader, rank: Int)] {
        let ranked = leaders.map { (leader: $0, rank: rank(at: $0.place)) }
            .filter { Self.ranks.contains($0.rank) }
        guard ranked.count > Self.holdersMax, let shared = ranked.last?.rank else { return ranked }
        return ranked.filter { $0.rank < shared }
    }

    /// Whether players beyond these leaders may have one of the first three ranks.
    var mayLackHolders: Bool {
        guard leaders.count == Self.size, let last = leaders.last else { return false }
        return Self.ranks.contains(rank(at: last.place))
    }

    /// Whether a change of some players' places may change the podium. A place is `nil` without a
    /// score.
    func mayChange(by places: [UserID: Int?]) -> Bool {
        guard leaders.count == Self.size, let last = leaders.last else { return true }
        return places.values.contains { $0.map { $0 <= last.place } ?? false }
            || leaders.contains { places.keys.contains($0.user) }
    }

    /// Whether a place is behind one of the first three ranks.
    func isBehind(_ rank: Int, at place: Int) -> Bool {
        self.rank(at: place) > rank
    }

    /// The holders of the first three ranks whom others have passed on a later board.
    ///
    /// - Parameters:
    ///   - later: The later board.
    ///   - changed: The players who changed in between. A player whose own place got worse was not
    ///     passed; one whose place got better may have been.
    /// - Returns: The players, best first, each with the rank that they held.
    func losers(by later: Podium, changed: Set<UserID>) -> [Loser] {
        holders.filter { leader, rank in
            let place =
                changed.contains(leader.user) ? later.place(of: leader.user) : leader.place
            guard leader.isJoined, let place, place <= leader.place else { return false }
            return later.rank(at: place) > rank
        }.map { Loser(user: $0.leader.user, rank: $0.rank) }
    }

    /// The place of one of the best players; `nil` for any other player.
    private func place(of user: UserID) -> Int? {
        leaders.first { $0.user == user }?.place
    }
}
