public import Identifiers
public import Values
public import Wire

/// How some people of a contest stand now (2.7-board). An older version of a player than the known
/// one changes nothing.
public struct ScoresChanged: JoinableEvent, Limited {
    public static let id: CallID = 0x0413
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The contest.
    public var contest: ChallengeID
    /// The people, each once.
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

    /// Each person as the later event tells of them. Events are sent apart if a person's part changes
    /// between the two: a place that is kept depends on the part before.
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

    /// How one person stands.
    public struct Player: Codable, Hashable, Sendable {
        /// The person.
        public var user: UserID
        /// How they stand to the contest.
        public var state: State
        /// What their entries amount to; `nil` without an entry.
        public var value: Amount?
        /// What is ranked; `nil` without an entry.
        public var score: Amount?
        /// How many entries count.
        public var entries: Int
        /// What they set out to reach.
        public var target: Amount?
        /// When the score was reached.
        public var reachedAt: Instant?
        /// When they completed it. Absent after it was told: an entry that was removed took the
        /// completion back, and with it the medal (2.7-void).
        public var completedAt: Instant?
        /// Higher than that of every earlier state of theirs.
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

        /// How a person stands to a contest.
        public enum State: String, OpenEnum, CaseIterable {
            /// In it.
            case joined
            /// Was in it.
            case left
            /// Removed by its owner.
            case removed
            /// A state of a later release; the person has no row.
            case unknown
        }
    }
}
