public import Identifiers
public import Wire

/// Finishes a timing of the caller, and logs or completes its subject (2.6-result).
///
/// The result is an entry with the elapsed time as its amount, for a contest or goal in a unit of
/// time; a mark, for a goal without a target; or a completion or submission with the elapsed whole
/// seconds, for an assignment. The same rules apply as for `AddEntry`, `AddGoalEntry`,
/// `CompleteGoal`, `CompleteAssignment` or `SubmitAssignment`.
///
/// If those rules refuse the result for a reason other than the note or the pictures, the timing is
/// finished nevertheless, and its `refusal` is the reason: `challenges.proof_missing` if a required
/// picture is missing, so that the time can be submitted later; the reasons of a closed assignment,
/// contest or goal; `challenges.timing_uncounted` if the subject does not count time;
/// `challenges.timing_too_short` for a countdown that did not reach its target time, unless the
/// elapsed time is logged as an amount.
///
/// Finishing it again changes nothing, even with another time.
///
/// Refusals, together: `challenges.elapsed_invalid` at `/elapsedMilliseconds`,
/// `challenges.note_invalid` at `/note`, `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.timing_not_found`, also for
/// another user's timing; with the current timing, `challenges.version_stale`, and
/// `challenges.wrong_state` if it is discarded or unattended; `challenges.proof_unwanted` at
/// `/mediaIDs` if the result takes no pictures, `challenges.note_unwanted` at `/note` for a mark,
/// and `challenges.media_not_found` at `/mediaIDs/N`.
public struct FinishTiming: Call, Limited {
    public static let id: CallID = 0x0275
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID
    /// The total elapsed time, by the client's monotonic clock.
    public var elapsedMilliseconds: Int
    /// The note of the result; none when absent.
    public var note: String?
    /// The pictures of the result, which the caller uploaded; none when absent.
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
