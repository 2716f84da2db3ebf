public import Wire

/// Whether a picture was taken during the challenge: from its sending until the submission
/// (2.12-freshness). It informs the judge and decides nothing.
public enum Taken: String, OpenEnum, CaseIterable {
    /// It was taken during the challenge.
    case during
    /// It was taken before the challenge was sent, or after the submission.
    case outside
    /// Its file does not say, or not exactly enough.
    case unknown
}
