public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// An item of a person's inbox: something that happened and concerns them (K-11, 2.8-inbox).
public struct Notice: Codable, Hashable, Sendable {
    /// The notice's id.
    public let id: NoticeID
    /// What happened.
    public let kind: Kind
    /// Who did it; `nil` where time or a moderator did.
    public let actor: Person?
    /// The name of what it is about, such as a challenge's; of a contest or a definition the present
    /// name.
    public let name: String?
    /// How many likes are merged in it, of those that were not taken back; `nil` where there is only
    /// one. 1,000 stands for 1,000 or more.
    public let count: Int?
    /// The challenge it belongs to.
    public let challengeID: ChallengeID?
    /// The row it is about.
    public let subject: Subject?
    /// Whether it was seen, acted on, or is too late.
    public let state: State
    /// When it happened.
    public let raisedAt: Instant
    /// Until when its person can act on it.
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
        /// Someone dared the reader.
        case dareReceived
        /// Someone sent the reader a workout.
        case workoutReceived
        /// The recipient accepted, or started, what the reader sent.
        case accepted
        /// The recipient denied what the reader sent.
        case denied
        /// The recipient completed the workout that the reader sent.
        case completed
        /// The recipient gave up what the reader sent.
        case gaveUp
        /// A submission waits for the reader's verdict.
        case reviewNeeded
        /// The sender judged the reader's submission.
        case verdict
        /// A submission counts as approved, because its sender was silent.
        case autoApproved
        /// An assignment ended unanswered, or at its deadline.
        case expired
        /// The deadline of a workout passed before it was completed.
        case missed
        /// A moderator voided an assignment.
        case voided
        /// The sender excused the reader.
        case excused
        /// A deadline of the reader's is near.
        case deadlineNear
        /// Someone asks to become the reader's friend.
        case friendRequest
        /// Someone became the reader's friend.
        case friendAdded
        /// Someone invited the reader to a contest.
        case contestInvited
        /// Someone showed the reader a public contest.
        case contestShared
        /// Someone asks to join the reader's contest.
        case joinRequested
        /// The owner let the reader into a contest.
        case admitted
        /// A contest of the reader's has begun.
        case contestStarted
        /// A contest of the reader's ends soon.
        case contestEnding
        /// A contest of the reader's has its result.
        case contestResult
        /// A contest was cancelled.
        case contestCancelled
        /// A contest is the reader's from now on.
        case ownershipPassed
        /// A participant queries an entry of the reader's, or in their contest.
        case entryQueried
        /// A queried entry was kept or removed.
        case queryDecided
        /// People like a contest or a definition of the reader's: the newest of them did it.
        case liked
        /// The reader earned a medal.
        case medal
        /// Others passed the reader, who had rank 1, 2 or 3 in a contest.
        case rankLost
        /// The reader reached a goal of theirs.
        case goalReached
        /// The reader asked to be reminded of something at this time.
        case reminder
        /// A kind that this release does not know.
        case unknown
    }

    /// How far it is dealt with.
    public enum State: String, OpenEnum, CaseIterable {
        /// Not seen yet.
        case new
        /// Seen, but not acted on.
        case seen
        /// Acted on; final.
        case acted
        /// Too late to act on; final.
        case expired
        /// A state that this release does not know.
        case unknown
    }

    /// The row that a notice is about.
    public struct Subject: Codable, Hashable, Sendable {
        /// What it is.
        public let kind: Kind
        /// The id of the row.
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

        /// What a subject is.
        public enum Kind: String, OpenEnum, CaseIterable {
            /// One recipient's share of a challenge.
            case assignment
            /// A friend request.
            case friendRequest
            /// A contest.
            case contest
            /// A goal of the reader's.
            case goal
            /// Something that a person did for a contest.
            case entry
            /// A medal of the reader's.
            case medal
            /// A text that people reuse.
            case definition
            /// A kind that this release does not know.
            case unknown
        }
    }
}
