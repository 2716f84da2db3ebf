public import Identifiers

/// The dares that `PrepareDares` creates: numbered from 0 for each recipient, with ids derived from
/// the recipient's number and the dare's.
public enum PreparedDares {
    /// The maximum number that identifies a recipient.
    public static let recipientMax = 100_000_000
    /// The maximum number of dares of one recipient.
    public static let daresMax = 1_000

    /// The id of the challenge.
    public static func challenge(_ recipient: Int, _ dare: Int) -> ChallengeID {
        ChallengeID(.prepared(2, recipient, UInt16(dare)))
    }

    /// The id of its only assignment.
    public static func assignment(_ recipient: Int, _ dare: Int) -> AssignmentID {
        AssignmentID(.prepared(3, recipient, UInt16(dare)))
    }

    /// The id of its attempt, if it has one.
    public static func attempt(_ recipient: Int, _ dare: Int) -> AttemptID {
        AttemptID(.prepared(4, recipient, UInt16(dare)))
    }
}
