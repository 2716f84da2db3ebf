public import Identifiers
public import Values
public import Wire

/// Challenges one or more friends: to a dare, or to a workout with a deadline (CA-01, CA-14, CH-26,
/// SF-01, 2.2-send).
///
/// What to do comes from one of three places: a definition (SF-07), a text of the challenge's own
/// (`name` and `description`), or an earlier challenge of the caller's, which is sent again with
/// `copyOf` (2.1-rematch). The challenge keeps what a definition says at that moment, pictures
/// included, and a preset in the caller's language (2.1-snapshot). The caller gets the points for
/// sending, whoever wrote the definition.
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
/// `challenges.definition_unknown` at `/definition` (also for one that the caller may not see),
/// `challenges.copy_unknown` at `/copyOf` (also for one of another kind, or of another user),
/// `challenges.content_repeated` at `/definition` or `/copyOf` if another of the three is given
/// too, `challenges.proof_unknown` at `/proof`, `challenges.deadline_missing` and
/// `challenges.deadline_invalid` at `/deadline`, `challenges.recipients_invalid` at `/recipients`;
/// `challenges.recipient_repeated`, `challenges.recipient_is_oneself`, `challenges.not_friends`
/// (also for a user who does not exist) and `challenges.not_accepting` at `/recipients/N`, where N
/// counts the recipients of the copied challenge if none are given. `challenges.id_taken` if
/// another user created a challenge under the id, or the same user a different one;
/// `wire.id_reserved` at `/id`. `wire.sign_in_needed` if the sender's account is gone.
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
    /// One line, without control characters, not all blank. Needed where neither `definition` nor
    /// `copyOf` is given, and only there.
    public var name: String?
    public static let nameLimit = TextLimit(1...80)
    /// Any number of lines; empty when absent. Only beside `name`.
    public var description: String?
    public static let descriptionLimit = TextLimit(0...2_000)
    /// Friends. With `copyOf`, absent means those whom that challenge went to, in their order.
    public var recipients: [UserID]?
    public static let recipientsLimit = 1...100
    /// When it ends: 5 minutes to 366 days ahead, unless the operator sets other bounds. A workout
    /// needs one (2.5-deadline); a dare without one has no end, but expires in any case if it is
    /// unanswered for 14 days.
    public var deadline: Instant?
    /// Whether a submission shows pictures. When absent, what the definition or the copied
    /// challenge says; otherwise `optional` for a dare, and `none` for a workout.
    public var proof: Proof?
    /// The definition that says what to do: one that the caller may see.
    public var definition: DefinitionID?
    /// An earlier challenge of the caller's, of the same kind, that is sent again.
    public var copyOf: ChallengeID?
    /// The languages in which the caller wants a preset, as in `Accept-Language`.
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
        /// 1 to 80 characters.
        public let name: String
        /// 0 to 2,000 characters; empty if there is none.
        public let description: String
        /// The caller.
        public let author: Person
        /// When it ends; absent if never. An assignment's own deadline may be another one.
        public let deadline: Instant?
        /// Whether a submission shows pictures.
        public let proof: Proof
        /// When it was created and sent.
        public let createdAt: Instant
        /// One for each recipient, in the given order.
        public let assignments: [Sent]
        /// The definition that it was made from. It may say something else since, or be gone.
        public let definitionID: DefinitionID?
        /// The definition's caption; empty if there is none.
        public let caption: String
        /// The definition's category.
        public let category: String?
        /// The unit of `target`.
        public let unit: String?
        /// How much is to be done.
        public let target: Amount?
        /// In how much time, in seconds.
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

        /// Reads a stored reply of the previous release too, which has neither a caption nor
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
        /// Who is to do it.
        public let recipient: Person
        /// `sent` when the challenge is created; later the present one.
        public let state: Assignment.State

        public init(id: AssignmentID, recipient: Person, state: Assignment.State) {
            self.id = id
            self.recipient = recipient
            self.state = state
        }
    }
}
