/// What manner of challenge it is: which moves it allows and how it ends (2.1-kind).
public enum ChallengeKind: String, Codable, CaseIterable, Sendable {
    /// One person dares others; each answers alone, and the sender judges.
    case dare
    /// A kind of a later release; a challenge cannot be made of it.
    case unknown

    /// A kind that this release does not know is `unknown`.
    public init(from decoder: any Decoder) throws {
        self = try Self(rawValue: String(from: decoder)) ?? .unknown
    }
}
