public import Wire

/// Whether a submission shows pictures.
public enum Proof: String, OpenEnum, CaseIterable {
    /// A submission takes no pictures.
    case none
    /// A submission may show up to 10 pictures.
    case optional
    /// A submission shows 1 to 10 pictures.
    case required
    /// A value of a later release; no challenge can be created with it.
    case unknown
}
