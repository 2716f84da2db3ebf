public import Wire

/// Whether a picture was taken during the challenge: between sending and submission
/// (2.12-freshness). This informs the judge and decides nothing.
public enum Taken: String, OpenEnum, CaseIterable {
    /// It was taken during the challenge.
    case during
    /// It was taken before the challenge was sent or after the submission.
    case outside
    /// Its file does not say, or not precisely enough.
    case unknown
}
