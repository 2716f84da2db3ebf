public import Identifiers
public import Values
public import Wire

/// What a person was challenged to do, as each of its assignments shows it.
///
/// It names neither the other recipients nor how many there are (2.10-recipients). What comes from
/// a definition is what that said when the challenge was made (2.1-snapshot).
public struct ChallengeSummary: Codable, Hashable, Sendable, Limited {
    /// The challenge.
    public let id: ChallengeID
    /// `dare` or `workout`.
    public let kind: ChallengeKind
    /// 1 to 80 characters, as given.
    public let name: String
    /// 0 to 2,000 characters, as given; empty if none was.
    public let description: String
    /// Who made it.
    public let author: Person
    /// Whether a submission shows pictures.
    public let proof: Proof
    /// When it was made.
    public let createdAt: Instant
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

    public static let limits: FieldLimits = [
        "targetSeconds": .number(CreateDefinition.targetSecondsLimit)
    ]

    public init(
        id: ChallengeID,
        kind: ChallengeKind,
        name: String,
        description: String,
        author: Person,
        proof: Proof,
        createdAt: Instant,
        definitionID: DefinitionID? = nil,
        caption: String = "",
        category: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        targetSeconds: Int? = nil,
        photos: [Photo] = []
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.author = author
        self.proof = proof
        self.createdAt = createdAt
        self.definitionID = definitionID
        self.caption = caption
        self.category = category
        self.unit = unit
        self.target = target
        self.targetSeconds = targetSeconds
        self.photos = photos
    }

    /// Reads a stored reply of the previous release too, which has neither a caption nor pictures.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decode(ChallengeID.self, forKey: .id)
        kind = try fields.decode(ChallengeKind.self, forKey: .kind)
        name = try fields.decode(String.self, forKey: .name)
        description = try fields.decode(String.self, forKey: .description)
        author = try fields.decode(Person.self, forKey: .author)
        proof = try fields.decode(Proof.self, forKey: .proof)
        createdAt = try fields.decode(Instant.self, forKey: .createdAt)
        definitionID = try fields.decodeIfPresent(DefinitionID.self, forKey: .definitionID)
        caption = try fields.decodeIfPresent(String.self, forKey: .caption) ?? ""
        category = try fields.decodeIfPresent(String.self, forKey: .category)
        unit = try fields.decodeIfPresent(String.self, forKey: .unit)
        target = try fields.decodeIfPresent(Amount.self, forKey: .target)
        targetSeconds = try fields.decodeIfPresent(Int.self, forKey: .targetSeconds)
        photos = try fields.decodeIfPresent([Photo].self, forKey: .photos) ?? []
    }
}
