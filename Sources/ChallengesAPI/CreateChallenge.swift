public import Identifiers
public import Values
public import Wire

/// Dares one or more friends to do something (CA-01, CA-14, 2.2-send).
///
/// Each recipient gets an assignment of their own, in the state `sent`, and sees neither the other
/// recipients nor how many there are. The recipients must be friends of the sender at that moment;
/// unfriending later changes nothing.
///
/// A client that gives the challenge an `id` and repeats the call gets what was created (2.14-ids);
/// the recipients must be in the same order, and absent fields count as their defaults. Characters
/// are counted as Unicode scalars, as PostgreSQL counts them; text is kept as given.
///
/// Refusals, all of those about fields together: `challenges.kind_unknown` at `/kind`,
/// `challenges.name_invalid` at `/name`, `challenges.description_invalid` at `/description`,
/// `challenges.proof_unknown` at `/proof`, `challenges.deadline_invalid` at `/deadline`,
/// `challenges.recipients_invalid` at `/recipients`; `challenges.recipient_repeated`,
/// `challenges.recipient_is_oneself`, `challenges.not_friends` (also for a user who does not exist)
/// and `challenges.not_accepting` at `/recipients/N`. `challenges.id_taken` if another user created
/// a challenge under the id, or the same user a different one. `wire.sign_in_needed` if the
/// sender's account is gone.
public struct CreateChallenge: Call, Limited {
    public static let id: CallID = 0x0201
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the challenge to create; the service picks one when absent.
    public var id: ChallengeID?
    /// `dare`.
    public var kind: ChallengeKind
    /// One line, without control characters, not all blank.
    public var name: String
    public static let nameLimit = TextLimit(1...80)
    /// Any number of lines; empty when absent.
    public var description: String?
    public static let descriptionLimit = TextLimit(0...2_000)
    /// Friends.
    public var recipients: [UserID]
    public static let recipientsLimit = 1...100
    /// When it ends, 5 minutes to 366 days ahead; no end when absent. Unanswered for 14 days it
    /// expires in any case.
    public var deadline: Instant?
    /// Whether a submission shows pictures; `optional` when absent.
    public var proof: Proof?

    public static let limits: FieldLimits = [
        "name": .text(nameLimit),
        "description": .text(descriptionLimit),
        "recipients": .distinctItems(recipientsLimit),
    ]

    public init(
        id: ChallengeID? = nil,
        kind: ChallengeKind = .dare,
        name: String,
        description: String? = nil,
        recipients: [UserID],
        deadline: Instant? = nil,
        proof: Proof? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.recipients = recipients
        self.deadline = deadline
        self.proof = proof
    }

    /// The created challenge.
    public struct Reply: Codable, Hashable, Sendable {
        /// The challenge.
        public let id: ChallengeID
        /// `dare`.
        public let kind: ChallengeKind
        /// As given.
        public let name: String
        /// As given; empty if none was.
        public let description: String
        /// The caller.
        public let author: Person
        /// As given.
        public let deadline: Instant?
        /// As given, or `optional`.
        public let proof: Proof
        /// When it was created and sent.
        public let createdAt: Instant
        /// One for each recipient, in the given order.
        public let assignments: [Sent]

        public init(
            id: ChallengeID,
            kind: ChallengeKind,
            name: String,
            description: String,
            author: Person,
            deadline: Instant? = nil,
            proof: Proof,
            createdAt: Instant,
            assignments: [Sent]
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.description = description
            self.author = author
            self.deadline = deadline
            self.proof = proof
            self.createdAt = createdAt
            self.assignments = assignments
        }
    }

    /// One recipient's part of the challenge.
    public struct Sent: Codable, Hashable, Sendable {
        /// The assignment.
        public let id: AssignmentID
        /// Who is to do it.
        public let recipient: Person
        /// `sent`; may be another one if the challenge was created before.
        public let state: Assignment.State

        public init(id: AssignmentID, recipient: Person, state: Assignment.State) {
            self.id = id
            self.recipient = recipient
            self.state = state
        }
    }
}
