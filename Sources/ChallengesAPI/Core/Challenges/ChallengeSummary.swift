public import Identifiers
public import Values
public import Wire

/// What the recipients of a challenge are asked to do, as each assignment shows it.
///
/// It contains neither the other recipients nor their number (2.10-recipients). Values from a
/// definition are those at the time when the challenge was made (2.1-snapshot).
public struct ChallengeSummary: Codable, Hashable, Sendable, Limited {
    /// The challenge.
    public let id: ChallengeID
    /// `dare` or `workout`.
    public let kind: ChallengeKind
    /// Its name: 1 to 80 characters, as given.
    public let name: String
    /// Its description: 0 to 2,000 characters, as given; empty if there is none.
    public let description: String
    /// The user who made it.
    public let author: Person
    /// Whether a submission needs pictures.
    public let proof: Proof
    /// When it was made.
    public let createdAt: Instant
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

    /// Decodes stored replies of the previous release too, which have neither a caption nor
    /// pictures.
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
