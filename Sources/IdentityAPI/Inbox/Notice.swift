public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// A notice in a user's inbox: something that happened and concerns the user (2.8-inbox).
public struct Notice: Codable, Hashable, Sendable {
    /// The notice's id.
    public let id: NoticeID
    /// What happened.
    public let kind: Kind
    /// Who did it; `nil` if a time passed or a moderator did it.
    public let actor: Person?
    /// The name of what the notice is about, such as a challenge; for a contest or a definition,
    /// its present name.
    public let name: String?
    /// The number of likes merged into the notice, without withdrawn ones; `nil` if it is 1. 1,000
    /// means 1,000 or more.
    public let count: Int?
    /// The challenge it belongs to.
    public let challengeID: ChallengeID?
    /// The object that the notice is about.
    public let subject: Subject?
    /// Whether the notice was seen, acted on, or has expired.
    public let state: State
    /// When it happened.
    public let raisedAt: Instant
    /// Until when the user can act on it.
    public let expiresAt: Instant?

    public init(
        id: NoticeID,
        kind: Kind,
        actor: Person?,
        name: String?,
        count: Int?,
        challengeID: ChallengeID?,
        subject: Subject?,
        state: State,
        raisedAt: Instant,
        expiresAt: Instant?
    ) {
        self.id = id
        self.kind = kind
        self.actor = actor
        self.name = name
        self.count = count
        self.challengeID = challengeID
        self.subject = subject
        self.state = state
        self.raisedAt = raisedAt
        self.expiresAt = expiresAt
    }

    /// What happened.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// Someone dared the user.
        case dareReceived
        /// Someone sent the user a workout.
        case workoutReceived
        /// The recipient accepted, or started, what the user sent.
        case accepted
        /// The recipient denied what the user sent.
        case denied
        /// The recipient completed the workout that the user sent.
        case completed
        /// The recipient gave up what the user sent.
        case gaveUp
        /// A submission waits for the user's verdict.
        case reviewNeeded
        /// The sender judged the user's submission.
        case verdict
        /// A submission counts as approved, because its sender did not judge it in time.
        case autoApproved
        /// An assignment ended unanswered, or at its deadline.
        case expired
        /// The deadline of a workout passed before it was completed.
        case missed
        /// A moderator voided an assignment.
        case voided
        /// The sender excused the user.
        case excused
        /// One of the user's deadlines is near.
        case deadlineNear
        /// Someone sent the user a friend request.
        case friendRequest
        /// Someone became the user's friend.
        case friendAdded
        /// Someone used the user's invite. If it was one of friends, the two are friends.
        case friendJoined
        /// Someone invited the user to a contest.
        case contestInvited
        /// Someone shared a public contest with the user.
        case contestShared
        /// Someone asked to join the user's contest.
        case joinRequested
        /// The owner admitted the user to a contest.
        case admitted
        /// A contest that the user takes part in has started.
        case contestStarted
        /// A contest that the user takes part in ends soon.
        case contestEnding
        /// A contest that the user takes part in has its result.
        case contestResult
        /// A contest was cancelled.
        case contestCancelled
        /// The user is now the owner of a contest.
        case ownershipPassed
        /// A participant queried an entry that is the user's, or is in the user's contest.
        case entryQueried
        /// A queried entry was kept or removed.
        case queryDecided
        /// Someone liked the user's contest or definition; the actor is the newest of them.
        case liked
        /// The user earned a medal, but not for a streak.
        case medal
        /// Others passed the user, who had rank 1, 2 or 3 in a contest.
        case rankLost
        /// The user reached a personal goal.
        case goalReached
        /// The reader asked to be reminded of something at this time.
        case reminder
        /// The user earned a medal for a streak.
        case streakMedal
        /// A kind that this release does not know.
        case unknown
    }

    /// The state of a notice.
    public enum State: String, OpenEnum, CaseIterable {
        /// Not seen yet.
        case new
        /// Seen, but not acted on.
        case seen
        /// Acted on; final.
        case acted
        /// Expired: too late to act on; final.
        case expired
        /// A state that this release does not know.
        case unknown
    }

    /// The object that a notice is about.
    public struct Subject: Codable, Hashable, Sendable {
        /// The kind of object.
        public let kind: Kind
        /// The id of the object.
        public let id: UUID

        public init(kind: Kind, id: UUID) {
            self.kind = kind
            self.id = id
        }

        public init(_ assignment: AssignmentID) {
            self.init(kind: .assignment, id: assignment.uuid)
        }

        public init(_ request: FriendRequestID) {
            self.init(kind: .friendRequest, id: request.uuid)
        }

        public init(contest: ChallengeID) {
            self.init(kind: .contest, id: contest.uuid)
        }

        public init(goal: ChallengeID) {
            self.init(kind: .goal, id: goal.uuid)
        }

        public init(_ entry: EntryID) {
            self.init(kind: .entry, id: entry.uuid)
        }

        public init(_ medal: MedalID) {
            self.init(kind: .medal, id: medal.uuid)
        }

        public init(_ definition: DefinitionID) {
            self.init(kind: .definition, id: definition.uuid)
        }

        public init(_ person: UserID) {
            self.init(kind: .person, id: person.uuid)
        }

        /// The kind of a notice's object.
        public enum Kind: String, OpenEnum, CaseIterable {
            /// One recipient's assignment of a challenge.
            case assignment
            /// A friend request.
            case friendRequest
            /// A contest.
            case contest
            /// The user's personal goal.
            case goal
            /// An entry of a contest.
            case entry
            /// The user's medal.
            case medal
            /// A definition: a reusable text of a challenge.
            case definition
            /// A user.
            case person
            /// A kind that this release does not know.
            case unknown
        }
    }
}
