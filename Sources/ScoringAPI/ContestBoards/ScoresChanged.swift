public import Identifiers
public import Values
public import Wire

/// The new states of some players of a contest (2.7-board). A player's version older than the
/// stored one changes nothing.
public struct ScoresChanged: JoinableEvent, Limited {
    public static let id: CallID = 0x0413
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The contest.
    public var contest: ChallengeID
    /// The players, each once.
    public var players: [Player]
    public static let playersLimit = 1...500

    public static let limits: FieldLimits = ["players": .items(playersLimit)]

    public init(contest: ChallengeID, players: [Player]) {
        self.contest = contest
        self.players = players
    }

    private enum CodingKeys: String, CodingKey {
        case contest = "challenge"
        case players
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(contest) }

    /// The two events as one, with each player's later state. Returns `nil` if a player's
    /// participation state differs between the two: whether a leaving player keeps their place
    /// depends on the state before.
    public func joined(with next: ScoresChanged) -> ScoresChanged? {
        guard contest == next.contest else { return nil }
        let later = Dictionary(next.players.map { ($0.user, $0) }) { one, _ in one }
        let known = Set(players.map(\.user))
        guard players.allSatisfy({ later[$0.user].map(\.state) ?? $0.state == $0.state }) else {
            return nil
        }
        let all =
            players.map { later[$0.user] ?? $0 } + next.players.filter { !known.contains($0.user) }
        guard Self.playersLimit.contains(all.count) else { return nil }
        return ScoresChanged(contest: contest, players: all)
    }

    /// The state of one player.
    public struct Player: Codable, Hashable, Sendable {
        /// The player.
        public var user: UserID
        /// The player's participation state.
        public var state: State
        /// The value computed from the player's entries; `nil` without an entry.
        public var value: Amount?
        /// The score that is ranked; `nil` without an entry.
        public var score: Amount?
        /// The number of the player's entries that count.
        public var entries: Int
        /// The player's own target.
        public var target: Amount?
        /// When the player reached the score.
        public var reachedAt: Instant?
        /// When the player completed the contest. If it is absent after an earlier event had it, an
        /// entry was removed: that revoked the completion, and with it the medal (2.7-void).
        public var completedAt: Instant?
        /// The version, greater than that of every earlier state of the player.
        public var version: Int64

        public init(
            user: UserID,
            state: State,
            value: Amount?,
            score: Amount?,
            entries: Int,
            target: Amount?,
            reachedAt: Instant?,
            completedAt: Instant?,
            version: Int64
        ) {
            self.user = user
            self.state = state
            self.value = value
            self.score = score
            self.entries = entries
            self.target = target
            self.reachedAt = reachedAt
            self.completedAt = completedAt
            self.version = version
        }

        /// The participation state of a player.
        public enum State: String, OpenEnum, CaseIterable {
            /// A participant.
            case joined
            /// Left the contest.
            case left
            /// Removed by the owner.
            case removed
            /// A state of a later release; the player has no row.
            case unknown
        }
    }
}
