public import Identifiers

/// The goals that load tests use: one for each prepared user, with an id derived from the user's
/// number.
public enum PreparedGoals {
    /// The id of the goal of the user with a number.
    public static func goal(of person: Int) -> ChallengeID {
        ChallengeID(.prepared(6, person))
    }
}
