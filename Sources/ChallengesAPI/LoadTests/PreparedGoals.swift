public import Identifiers

/// The goals that load tests use: one for each prepared person, with an id derived from the person's
/// number.
public enum PreparedGoals {
    /// The id of the goal of the person with a number.
    public static func goal(of person: Int) -> ChallengeID {
        ChallengeID(.prepared(6, person))
    }
}
