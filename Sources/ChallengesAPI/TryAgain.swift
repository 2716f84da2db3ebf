public import Identifiers
public import Values
public import Wire

/// The sender wants another try (CA-15, 2.2-try-again): `submitted` → `accepted`. The attempt
/// stays.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// present assignment, `challenges.not_your_part` for the recipient, `challenges.version_stale`,
/// `challenges.wrong_state` in any other state and `challenges.attempts_used_up` after 5 attempts;
/// then, at `/deadline`, `challenges.deadline_invalid` for more than 366 days ahead and
/// `challenges.extra_time_needed`.
public struct TryAgain: Call {
    public static let id: CallID = 0x020B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// What is wanting; 1 to 500 characters, not all of them blank.
    public var reason: String
    /// The new deadline, at most 366 days ahead; the present one stays when absent.
    ///
    /// Where the present one has passed, a new one is required. It lies at least 24 hours ahead,
    /// but where the present one is still to come it need only not lie before that.
    public var deadline: Instant?
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public init(
        assignment: AssignmentID,
        reason: String,
        deadline: Instant? = nil,
        ifVersion: Int64? = nil
    ) {
        self.assignment = assignment
        self.reason = reason
        self.deadline = deadline
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
