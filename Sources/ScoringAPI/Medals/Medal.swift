public import Identifiers
public import Values
public import Wire

/// A medal that a user earned (2.7-medals).
public struct Medal: Codable, Hashable, Sendable {
    /// The medal's id.
    public let id: MedalID
    /// The kind of medal.
    public let medal: Kind
    /// The family of the medal: what such medals are given for.
    public let family: Family
    /// The contest in which the medal was earned; `nil` if there is none, or the viewer may not see
    /// which.
    public let challenge: Contest?
    /// The personal goal for which, or for whose streak, the medal was earned, even if the goal was
    /// deleted since; `nil` if there is none, or the viewer may not see which.
    public let goal: Goal?
    /// When the medal was earned: when the contest's result was final, or when the goal was
    /// reached. Viewers other than the owner get the start of that day if the goal's value is
    /// hidden from them (2.10-percents), and for a streak or a first proof, whose days are in UTC.
    public let earnedAt: Instant
    /// When the owner saw the medal; `nil` while it is new, and in other users' medals.
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

    /// The kind of a medal.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// Rank 1 of a completed contest in which at least two users scored.
        case gold
        /// Rank 2 of a completed contest in which at least three users scored.
        case silver
        /// Rank 3 of a completed contest in which at least four users scored.
        case bronze
        /// The user's first completed competition in which they have an entry and at least one
        /// other user scored.
        case firstCompetition
        /// Reached the goal of an open contest, or a personal goal.
        case goal
        /// Completed a first dare, or a first workout in time.
        case completed1
        /// Completed 10 dares and workouts in time.
        case completed10
        /// Completed 50 dares and workouts in time.
        case completed50
        /// Completed 100 dares and workouts in time.
        case completed100
        /// Sent a first dare or workout.
        case sent1
        /// Sent dares and workouts to 10 recipients, each counted as often as they got one.
        case sent10
        /// Sent dares and workouts to 50 recipients.
        case sent50
        /// Sent dares and workouts to 100 recipients.
        case sent100
        /// A recipient completed what the user sent.
        case doneByOthers1
        /// Recipients completed what the user sent 10 times.
        case doneByOthers10
        /// Recipients completed what the user sent 50 times.
        case doneByOthers50
        /// Recipients completed what the user sent 100 times.
        case doneByOthers100
        /// A streak of 7 days, overall or of a daily goal.
        case streak7
        /// A streak of 30 days.
        case streak30
        /// A streak of 100 days.
        case streak100
        /// A streak of 365 days.
        case streak365
        /// The first pictures that the user submitted or logged.
        case firstProof
        /// The user's first friend.
        case firstFriend
        /// A medal of a later release.
        case unknown
    }

    /// The achievement that a medal is given for.
    public enum Family: String, OpenEnum, CaseIterable {
        /// A rank in a result.
        case rank
        /// A first time.
        case first
        /// A reached goal.
        case goal
        /// A number of challenges: completed, sent, or sent and completed by others.
        case milestone
        /// A number of days in a row.
        case streak
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
