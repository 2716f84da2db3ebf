public import Wire

/// The kind of a challenge: which moves it allows and how it ends (2.1-kind).
public enum ChallengeKind: String, OpenEnum, CaseIterable {
    /// One person dares others; each answers alone, and the sender judges.
    case dare
    /// A kind of a later release; no challenge can be created with it.
    case unknown
}
