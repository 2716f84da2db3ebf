public import Identifiers

/// The goals that load tests use: one for each prepared user, with an id derived from the user's
/// number.
public enum PreparedGoals {
    /// The id of a user's goal, from the user's number.
    public static func goal(of person: Int) -> ChallengeID {
        ChallengeID(.prepared(6, person))
    }
}
