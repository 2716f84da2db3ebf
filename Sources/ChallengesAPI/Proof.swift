/// Whether a submission shows pictures.
public enum Proof: String, Codable, CaseIterable, Sendable {
    /// A submission takes no pictures.
    case none
    /// A submission may show up to 10 pictures.
    case optional
    /// A submission shows 1 to 10 pictures.
    case required
    /// A word of a later release; a challenge cannot be made with it.
    case unknown

    /// A word that this release does not know is `unknown`.
    public init(from decoder: any Decoder) throws {
        self = try Self(rawValue: String(from: decoder)) ?? .unknown
    }
}
