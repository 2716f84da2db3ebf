public import Wire

/// Whether a submission or an entry needs pictures.
public enum Proof: String, OpenEnum, CaseIterable {
    /// No pictures are accepted.
    case none
    /// Up to 10 pictures are accepted.
    case optional
    /// 1 to 10 pictures are required.
    case required
    /// A value of a later release; a call cannot set it.
    case unknown
}
