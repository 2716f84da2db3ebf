public import Wire

/// The kind of a challenge; determines its moves and how it ends (2.1-kind).
public enum ChallengeKind: String, OpenEnum, CaseIterable {
    /// A user dares friends. Each recipient answers separately, and the sender judges.
    case dare
    /// A user sends friends a workout to complete by a deadline. The sender judges it only if it
    /// requires proof.
    case workout
    /// Users join, log entries until the end, and are ranked.
    case competition
    /// Users join and log entries, with or without an end.
    case open
    /// A user's personal goal, reached once, or in each day, week or month.
    case goal
    /// A kind of a later release; no challenge can be created with it.
    case unknown
}
