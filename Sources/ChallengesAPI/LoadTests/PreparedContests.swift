public import Identifiers

/// The contests that load tests use: numbered from 1, with ids derived from the number. They are made
/// and joined as any other.
public enum PreparedContests {
    /// The greatest number: a user may be in only so many.
    public static let contestsMax = 100

    /// The id of a number.
    public static func contest(_ number: Int) -> ChallengeID {
        ChallengeID(.prepared(5, number))
    }
}
