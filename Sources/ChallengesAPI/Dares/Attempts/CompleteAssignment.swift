public import Identifiers
public import Wire

/// Completes a workout that requires no proof, as its recipient (2.5-complete): `started` →
/// `completed`; for 7 days also `missed` → `completed`, which is late and earns no points
/// (2.5-late).
///
/// Nobody judges it: `isVerified` is `false`. A note or pictures are stored as an attempt that is
/// approved at once.
///
/// Completing it again with the same note, the same pictures in the same order and the same seconds
/// returns the current assignment.
///
/// Refusals: `wire.id_reserved` at `/attempt`; all others about fields, together:
/// `challenges.note_invalid` at `/note`, `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`, `challenges.seconds_invalid` at `/seconds`. Then
/// `challenges.assignment_not_found`; with the current assignment, `challenges.not_your_part` for
/// the sender, `challenges.id_taken` if the id belongs to an attempt of another assignment or with
/// other content, `challenges.version_stale`, `challenges.not_started` for a workout that was not
/// started, `challenges.wrong_state` in any other state, for a dare, or for a workout that was
/// completed with other content, and `challenges.too_late` 7 days after the deadline; then, at
/// `/mediaIDs`, `challenges.proof_missing` for a workout that requires proof, which is submitted
/// instead, and `challenges.proof_unwanted`; and `challenges.media_not_found` at `/mediaIDs/N` for
/// a picture that does not exist or is not the caller's.
public struct CompleteAssignment: ChoosesID, Limited {
    public static let id: CallID = 0x0220
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// The id of the attempt to create, if there is a note or a picture; the service picks one when
    /// absent.
    public var attempt: AttemptID?
    public static let chosenIDField = "attempt"
    public var chosenID: AttemptID? { attempt }
    /// The recipient's result in seconds, for a workout with a timer.
    public var seconds: Int?
    /// A note to the sender.
    public var note: String?
    /// The recipient's uploaded pictures that prove it; must be absent or empty if the challenge
    /// takes none.
    public var mediaIDs: [MediaID]?
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "seconds": .number(Assignment.secondsLimit), "note": .text(SubmitAssignment.noteLimit),
        "mediaIDs": .distinctItems(SubmitAssignment.mediaLimit),
    ]

    public init(
        assignment: AssignmentID,
        attempt: AttemptID? = nil,
        seconds: Int? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        ifVersion: Int64? = nil
    ) {
        self.assignment = assignment
        self.attempt = attempt
        self.seconds = seconds
        self.note = note
        self.mediaIDs = mediaIDs
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
