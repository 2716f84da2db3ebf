public import Wire

/// The kind of a challenge: which moves it allows and how it ends (2.1-kind).
public enum ChallengeKind: String, OpenEnum, CaseIterable {
    /// One person dares others; each answers alone, and the sender judges.
    case dare
    /// One person sends others a workout to complete by a deadline. It is judged only if it
    /// requires proof.
    case workout
    /// People join, log what they do by an end, and are ranked.
    case competition
    /// People join and log what they do, with or without an end.
    case open
    /// A person sets it for themselves, and reaches it once or in each day, week or month.
    case goal
    /// A kind of a later release; no challenge can be created with it.
    case unknown
}
