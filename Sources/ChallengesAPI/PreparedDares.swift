public import Identifiers

/// The dares that `PrepareDares` makes: numbered from 0 for each recipient, their ids known by the
/// recipient's number and the dare's.
public enum PreparedDares {
    /// The most dares of one recipient.
    public static let daresMax = 1_000

    /// The id of the challenge.
    public static func challenge(_ recipient: Int, _ dare: Int) -> ChallengeID {
        ChallengeID(.prepared(2, recipient, UInt16(dare)))
    }

    /// The id of its only assignment.
    public static func assignment(_ recipient: Int, _ dare: Int) -> AssignmentID {
        AssignmentID(.prepared(3, recipient, UInt16(dare)))
    }

    /// The id of what was submitted, where something was.
    public static func attempt(_ recipient: Int, _ dare: Int) -> AttemptID {
        AttemptID(.prepared(4, recipient, UInt16(dare)))
    }
}
