public import Identifiers

/// The contests that load tests use: numbered from 1, with ids derived from the number. They are
/// created and joined like any other contest.
public enum PreparedContests {
    /// The greatest number: the maximum number of contests that a user may participate in.
    public static let contestsMax = 100

    /// The id of a contest, from its number.
    public static func contest(_ number: Int) -> ChallengeID {
        ChallengeID(.prepared(5, number))
    }
}
