public import Identifiers
public import Wire

/// Finishes a timing of the caller's, and logs or completes what was timed (2.6-result): an entry
/// of a contest or a goal in a unit of time, of which the elapsed time is the amount; a mark of a
/// goal without a target; a workout's completion, or a submission, with the elapsed whole seconds
/// as its result. It is made as the call of its own makes it: `AddEntry`, `AddGoalEntry`,
/// `CompleteGoal`, `CompleteAssignment` or `SubmitAssignment`.
///
/// Where that call refuses, for another reason than the note and the pictures, the timing is
/// finished all the same and says why it made nothing: `challenges.proof_missing` where proof is
/// required and there is no picture, so that the time is submitted later; the reasons of a closed
/// assignment, contest or goal; `challenges.timing_uncounted` where no time is counted;
/// `challenges.timing_too_short` for a countdown that was not met, where the elapsed time is no
/// amount.
///
/// Finishing it again changes nothing, also with another time.
///
/// Refusals, together: `challenges.elapsed_invalid` at `/elapsedMilliseconds`,
/// `challenges.note_invalid` at `/note`, `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.timing_not_found`, also for
/// another person's; with the present timing, `challenges.version_stale` and
/// `challenges.wrong_state` for one that was discarded, or that time finished;
/// `challenges.proof_unwanted` at `/mediaIDs` for what takes no pictures,
/// `challenges.note_unwanted` at `/note` for a mark, and `challenges.media_not_found` at
/// `/mediaIDs/N`.
public struct FinishTiming: Call, Limited {
    public static let id: CallID = 0x0275
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID
    /// How long it ran altogether, by the client's monotonic clock.
    public var elapsedMilliseconds: Int
    /// A note with what is made; none when absent.
    public var note: String?
    /// The caller's own uploaded pictures with what is made; none when absent.
    public var mediaIDs: [MediaID]?
    /// Refuse with `challenges.version_stale` unless the timing has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "elapsedMilliseconds": .number(Timing.elapsedLimit), "note": .text(AddEntry.noteLimit),
        "mediaIDs": .distinctItems(AddEntry.mediaLimit),
    ]

    public init(
        timing: TimingID,
        elapsedMilliseconds: Int,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        ifVersion: Int64? = nil
    ) {
        self.timing = timing
        self.elapsedMilliseconds = elapsedMilliseconds
        self.note = note
        self.mediaIDs = mediaIDs
        self.ifVersion = ifVersion
    }

    public typealias Reply = Timing
}
