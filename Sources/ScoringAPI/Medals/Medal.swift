public import Identifiers
public import Values
public import Wire

/// A medal that a person earned (GC-10, 2.7-medals).
public struct Medal: Codable, Hashable, Sendable {
    /// The medal's id.
    public let id: MedalID
    /// Which medal it is.
    public let medal: Kind
    /// What medals of its family are given for.
    public let family: Family
    /// The contest in which it was earned; `nil` if the reader may not see that, or there is none.
    public let challenge: Contest?
    /// The personal goal for which it was earned, also one that was deleted since; `nil` if the reader
    /// may not see that, or there is none.
    public let goal: Goal?
    /// When it was earned: at the result of the contest, or when the goal was reached; of a goal
    /// of somebody else's whose value is not shown, the start of that day (2.10-percents).
    public let earnedAt: Instant
    /// When its owner saw it; `nil` while it is new, and always of somebody else's.
    public let seenAt: Instant?

    public init(
        id: MedalID,
        medal: Kind,
        family: Family,
        challenge: Contest?,
        goal: Goal? = nil,
        earnedAt: Instant,
        seenAt: Instant?
    ) {
        self.id = id
        self.medal = medal
        self.family = family
        self.challenge = challenge
        self.goal = goal
        self.earnedAt = earnedAt
        self.seenAt = seenAt
    }

    /// Which medal it is.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// Rank 1 of a completed contest in which at least two people scored.
        case gold
        /// Rank 2, of at least three.
        case silver
        /// Rank 3, of at least four.
        case bronze
        /// The first competition that was completed with an entry of the person's, and of somebody
        /// else's.
        case firstCompetition
        /// The goal of an open contest, or a personal one, was reached.
        case goal
        /// A medal of a later release.
        case unknown
    }

    /// What medals are given for.
    public enum Family: String, OpenEnum, CaseIterable {
        /// A rank in a result.
        case rank
        /// Something that was done for the first time.
        case first
        /// A goal that was reached.
        case goal
        /// A family of a later release.
        case unknown
    }

    /// The contest in which a medal was earned.
    public struct Contest: Codable, Hashable, Sendable {
        /// The contest's id.
        public let id: ChallengeID
        /// The contest's name.
        public let name: String

        public init(id: ChallengeID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The personal goal for which a medal was earned.
    public struct Goal: Codable, Hashable, Sendable {
        /// The goal's id.
        public let id: ChallengeID
        /// The goal's name.
        public let name: String

        public init(id: ChallengeID, name: String) {
            self.id = id
            self.name = name
        }
    }
}
