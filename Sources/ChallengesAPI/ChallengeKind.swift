public import Wire

/// What manner of challenge it is: which moves it allows and how it ends (2.1-kind).
public enum ChallengeKind: String, OpenEnum, CaseIterable {
    /// One person dares others; each answers alone, and the sender judges.
    case dare
    /// A kind of a later release; a challenge cannot be made of it.
    case unknown
}
