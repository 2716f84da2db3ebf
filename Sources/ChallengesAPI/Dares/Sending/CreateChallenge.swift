public import Identifiers
public import Values
public import Wire

/// Challenges one or more friends to a dare, or to a workout with a deadline (2.2-send).
///
/// The content comes from a definition, from the text in `name` and `description`, or from an
/// earlier challenge of the caller (`copyOf`, 2.1-rematch). The challenge keeps what the definition
/// says at that moment, pictures included; the text of a preset is in the caller's language
/// (2.1-snapshot). The caller gets the points for sending, even if another user wrote the
/// definition.
///
/// Each recipient gets a separate assignment in the state `sent`, and sees neither the other
/// recipients nor their number. The recipients must be friends of the sender at that moment;
/// unfriending later changes nothing.
///
/// A client that chooses the challenge's `id` and repeats the call gets the challenge that was
/// created (2.14-ids). The recipients must be in the same order, and absent fields count as their
/// defaults. Characters are counted as Unicode scalars, as PostgreSQL counts them; text is kept as
/// given.
///
/// Refusals about fields, all together: `challenges.kind_unknown` at `/kind`,
/// `challenges.name_invalid` at `/name`, `challenges.description_invalid` at `/description`,
/// `challenges.definition_unknown` at `/definition` (also for one that the caller may not see),
/// `challenges.copy_unknown` at `/copyOf` (also for one of another kind, or of another user),
/// `challenges.content_repeated` at `/definition` or `/copyOf` if another of the three is given
/// too, `challenges.proof_unknown` at `/proof`, `challenges.deadline_missing` and
/// `challenges.deadline_invalid` at `/deadline`, `challenges.recipients_invalid` at `/recipients`;
/// `challenges.recipient_repeated`, `challenges.recipient_is_oneself`, `challenges.not_friends`
/// (also for a user who does not exist) and `challenges.not_accepting` at `/recipients/N`, where N
/// counts the recipients of the copied challenge if none are given. `challenges.id_taken` if the id
/// belongs to another user's challenge or to a different one of the caller; `wire.id_reserved` at
/// `/id`. `wire.sign_in_needed` if the sender's account is gone.
public struct CreateChallenge: ChoosesID, Limited {
    public static let id: CallID = 0x0201
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the challenge to create; the service picks one when absent.
    public var id: ChallengeID?
    public static let chosenIDField = "id"
    public var chosenID: ChallengeID? { id }
    /// `dare` or `workout`.
    public var kind: ChallengeKind
    /// The name, on one line, without control characters, not all blank. Required without
    /// `definition` and `copyOf`, and refused with them.
    public var name: String?
    public static let nameLimit = TextLimit(1...80)
    /// The description, of any number of lines; empty when absent. Only with `name`.
    public var description: String?
    public static let descriptionLimit = TextLimit(0...2_000)
    /// The recipients, who must be friends. With `copyOf`, absent means the recipients of that
    /// challenge, in their order.
    public var recipients: [UserID]?
    public static let recipientsLimit = 1...100
    /// The deadline: 5 minutes to 366 days ahead, unless the operator sets other bounds. Required
    /// for a workout (2.5-deadline). A dare without one has no deadline, but expires if it is not
    /// answered for 14 days.
    public var deadline: Instant?
    /// Whether a submission needs pictures. When absent, what the definition or the copied
    /// challenge says; otherwise `optional` for a dare and `none` for a workout.
    public var proof: Proof?
    /// The definition that gives the content; the caller must be able to see it.
    public var definition: DefinitionID?
    /// The caller's earlier challenge to copy, of the same kind.
    public var copyOf: ChallengeID?
    /// The caller's languages, for the text of a preset, as in `Accept-Language`.
    public var languages: String?

    public static let limits: FieldLimits = [
        "name": .text(nameLimit),
        "description": .text(descriptionLimit),
        "recipients": .distinctItems(recipientsLimit),
    ]

    public init(
        id: ChallengeID? = nil,
        kind: ChallengeKind = .dare,
        name: String? = nil,
        description: String? = nil,
        recipients: [UserID]? = nil,
        deadline: Instant? = nil,
        proof: Proof? = nil,
        definition: DefinitionID? = nil,
        copyOf: ChallengeID? = nil,
        languages: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.recipients = recipients
        self.deadline = deadline
        self.proof = proof
        self.definition = definition
        self.copyOf = copyOf
        self.languages = languages
    }

    /// A challenge, as its author sees it.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The challenge.
        public let id: ChallengeID
        /// `dare` or `workout`.
        public let kind: ChallengeKind
        /// Its name: 1 to 80 characters.
        public let name: String
        /// Its description: 0 to 2,000 characters; empty if there is none.
        public let description: String
        /// The caller.
        public let author: Person
        /// The deadline; `nil` if there is none. That of an assignment may differ.
        public let deadline: Instant?
        /// Whether a submission needs pictures.
        public let proof: Proof
        /// When it was created and sent.
        public let createdAt: Instant
        /// One for each recipient, in the given order.
        public let assignments: [Sent]
        /// The definition from which it was made. It may have been changed or deleted since.
        public let definitionID: DefinitionID?
        /// The definition's caption; empty if there is none.
        public let caption: String
        /// The definition's category.
        public let category: String?
        /// The unit of `target`.
        public let unit: String?
        /// The amount to reach.
        public let target: Amount?
        /// The target time, in seconds.
        public let targetSeconds: Int?
        /// The definition's pictures, in their order.
        public let photos: [Photo]
        /// The challenge that it copies.
        public let copyOf: ChallengeID?

        public static let limits: FieldLimits = [
            "targetSeconds": .number(CreateDefinition.targetSecondsLimit)
        ]

        public init(
            id: ChallengeID,
            kind: ChallengeKind,
            name: String,
            description: String,
            author: Person,
            deadline: Instant? = nil,
            proof: Proof,
            createdAt: Instant,
            assignments: [Sent],
            definitionID: DefinitionID? = nil,
            caption: String = "",
            category: String? = nil,
            unit: String? = nil,
            target: Amount? = nil,
            targetSeconds: Int? = nil,
            photos: [Photo] = [],
            copyOf: ChallengeID? = nil
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
            self.definitionID = definitionID
            self.caption = caption
            self.category = category
            self.unit = unit
            self.target = target
            self.targetSeconds = targetSeconds
            self.photos = photos
            self.copyOf = copyOf
        }

        /// Decodes stored replies of the previous release too, which have neither a caption nor
        /// pictures.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            id = try fields.decode(ChallengeID.self, forKey: .id)
            kind = try fields.decode(ChallengeKind.self, forKey: .kind)
            name = try fields.decode(String.self, forKey: .name)
            description = try fields.decode(String.self, forKey: .description)
            author = try fields.decode(Person.self, forKey: .author)
            deadline = try fields.decodeIfPresent(Instant.self, forKey: .deadline)
            proof = try fields.decode(Proof.self, forKey: .proof)
            createdAt = try fields.decode(Instant.self, forKey: .createdAt)
            assignments = try fields.decode([Sent].self, forKey: .assignments)
            definitionID = try fields.decodeIfPresent(DefinitionID.self, forKey: .definitionID)
            caption = try fields.decodeIfPresent(String.self, forKey: .caption) ?? ""
            category = try fields.decodeIfPresent(String.self, forKey: .category)
            unit = try fields.decodeIfPresent(String.self, forKey: .unit)
            target = try fields.decodeIfPresent(Amount.self, forKey: .target)
            targetSeconds = try fields.decodeIfPresent(Int.self, forKey: .targetSeconds)
            photos = try fields.decodeIfPresent([Photo].self, forKey: .photos) ?? []
            copyOf = try fields.decodeIfPresent(ChallengeID.self, forKey: .copyOf)
        }
    }

    /// One recipient's part of the challenge.
    public struct Sent: Codable, Hashable, Sendable {
        /// The assignment.
        public let id: AssignmentID
        /// The recipient.
        public let recipient: Person
        /// `sent` when the challenge is created; later the current state.
        public let state: Assignment.State

        public init(id: AssignmentID, recipient: Person, state: Assignment.State) {
            self.id = id
            self.recipient = recipient
            self.state = state
        }
    }
}
