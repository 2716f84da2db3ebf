public import Identifiers
public import Values
public import Wire

/// The sender wants another try (CA-15, 2.2-try-again): `submitted` → `accepted`; a workout
/// `started`, or `missed` if it was submitted late (2.5-late). The attempt stays.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// current assignment, `challenges.not_your_part` for the recipient, `challenges.version_stale`,
/// `challenges.wrong_state` in any other state, `challenges.attempts_used_up` after 5 attempts, and
/// for a workout that was submitted late `challenges.too_late` with a deadline, or 7 days after the
/// deadline; then, at `/deadline`, `challenges.deadline_invalid` for one too far ahead and
/// `challenges.extra_time_needed`.
public struct TryAgain: Call, Limited {
    public static let id: CallID = 0x020B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// What is missing; not all blank.
    public var reason: String
    /// The new deadline, at most 366 days ahead unless the operator sets another bound; the current
    /// one stays when absent.
    ///
    /// Required if the current one has passed. It must be at least 24 hours ahead; if the current
    /// one is still ahead, it only must not be earlier than that. A workout that was submitted late
    /// takes none.
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
