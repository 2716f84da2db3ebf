public import Identifiers
public import Wire

/// Submits an assignment, as its recipient (2.2-submit): `accepted` → `submitted`, with a new
/// attempt. A workout that requires proof: `started`, or for 7 days `missed`, → `submitted`
/// (2.5-complete).
///
/// A client that chooses the attempt's id and repeats the call with the same note, the same
/// pictures in the same order and the same seconds gets the current assignment (2.14-ids).
///
/// Refusals: `wire.id_reserved` at `/attempt`; all others about fields, together:
/// `challenges.note_invalid` at `/note`, `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`, `challenges.seconds_invalid` at `/seconds`. Then
/// `challenges.assignment_not_found`; with the current assignment, `challenges.not_your_part` for
/// the sender, `challenges.id_taken` if the id belongs to an attempt of another assignment or with
/// other content, `challenges.version_stale`, `challenges.not_started` for a workout that was not
/// started, `challenges.wrong_state` in any other state or for a workout that requires no proof,
/// `challenges.deadline_passed` from the deadline on, `challenges.too_late` 7 days after a
/// workout's deadline, and `challenges.attempts_used_up` after 5 attempts; then
/// `challenges.proof_missing` and `challenges.proof_unwanted` at `/mediaIDs`, and
/// `challenges.media_not_found` at `/mediaIDs/N` for a picture that does not exist or is not the
/// caller's.
public struct SubmitAssignment: ChoosesID, Limited {
    public static let id: CallID = 0x0207
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// The id of the attempt to create; the service picks one when absent.
    public var attempt: AttemptID?
    public static let chosenIDField = "attempt"
    public var chosenID: AttemptID? { attempt }
    /// A note to the sender.
    public var note: String?
    public static let noteLimit = TextLimit(0...2_000)
    /// The recipient's uploaded pictures that prove it: at least one if the challenge requires
    /// proof, none if it takes none.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = 0...10
    /// The recipient's result in seconds, if the challenge is about time. Where proof is
    /// required and it is absent, it is the time of their timing that was last finished without a
    /// picture since the submission before, if there is one (2.6-result).
    public var seconds: Int?
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "note": .text(noteLimit), "mediaIDs": .distinctItems(mediaLimit),
        "seconds": .number(Assignment.secondsLimit),
    ]

    public init(
        assignment: AssignmentID,
        attempt: AttemptID? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        seconds: Int? = nil,
        ifVersion: Int64? = nil
    ) {
        self.assignment = assignment
        self.attempt = attempt
        self.note = note
        self.mediaIDs = mediaIDs
        self.seconds = seconds
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
