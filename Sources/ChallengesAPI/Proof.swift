public import Wire

/// Whether a submission shows pictures.
public enum Proof: String, OpenEnum, CaseIterable {
    /// A submission takes no pictures.
    case none
    /// A submission may show up to 10 pictures.
    case optional
    /// A submission shows 1 to 10 pictures.
    case required
    /// A word of a later release; a challenge cannot be made with it.
    case unknown
}
