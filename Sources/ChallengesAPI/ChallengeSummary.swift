public import Identifiers
public import Values
public import Wire

/// What a person was challenged to do, as each of its assignments shows it.
///
/// It names neither the other recipients nor how many there are (2.10-recipients).
public struct ChallengeSummary: Codable, Hashable, Sendable {
    /// The challenge.
    public let id: ChallengeID
    /// `dare`.
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

    public init(
        id: ChallengeID,
        kind: ChallengeKind,
        name: String,
        description: String,
        author: Person,
        proof: Proof,
        createdAt: Instant
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.author = author
        self.proof = proof
        self.createdAt = createdAt
    }
}
