public import Identifiers
public import Values
public import Wire

/// Asks for another try, as the sender (2.2-try-again): `submitted` → `accepted`; a workout becomes
/// `started`, or `missed` if it was submitted late (2.5-late). The attempt is kept.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// current assignment, `challenges.not_your_part` for the recipient, `challenges.version_stale`,
/// `challenges.wrong_state` in any other state, `challenges.attempts_used_up` after 5 attempts, and
/// for a workout that was submitted late `challenges.too_late` with a deadline, or 7 days after the
/// deadline; then, at `/deadline`, `challenges.deadline_invalid` if it is too far ahead, and
/// `challenges.extra_time_needed`.
public struct TryAgain: Call, Limited {
    public static let id: CallID = 0x020B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// What is missing, not all blank.
    public var reason: String
    /// The new deadline, at most 366 days ahead unless the operator sets another bound; the current
    /// one stays when absent.
    ///
    /// Required if the current deadline has passed; the new one must then be at least 24 hours
    /// ahead. Otherwise the new one must not be earlier than the current one. A workout that was
    /// submitted late takes no deadline.
    public var deadline: Instant?
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["reason": .text(Assignment.reasonLimit)]

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
