public import Identifiers
public import Wire

/// Marks an open contest without a goal as completed by the caller. The caller must participate in
/// it; it must have started and not be over.
///
/// Completing it again with the same note and the same pictures in the same order returns the
/// contest unchanged.
///
/// Refusals about fields, all together: `challenges.note_invalid` at `/note`,
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.contest_not_found`, `challenges.not_in_contest`; `challenges.version_stale`, with
/// the current contest; `challenges.goal_decides` for a contest with a goal, and for a competition,
/// which is completed at its end; `challenges.contest_over`; `challenges.wrong_state` before its
/// start, and if the caller has completed it with another note or other pictures; then, at
/// `/mediaIDs`, `challenges.proof_missing` and `challenges.proof_unwanted`; and
/// `challenges.media_not_found` at `/mediaIDs/N` for a picture that does not exist or is not the
/// caller's.
public struct CompleteContest: Call, Limited {
    public static let id: CallID = 0x0247
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// A note, of any number of lines; empty when absent.
    public var note: String?
    public static let noteLimit = AddEntry.noteLimit
    /// The caller's uploaded pictures that prove it, as the contest's `proof` says; none when
    /// absent.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = AddEntry.mediaLimit
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "note": .text(noteLimit), "mediaIDs": .distinctItems(mediaLimit),
    ]

    public init(
        contest: ChallengeID,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        ifVersion: Int64? = nil
    ) {
        self.contest = contest
        self.note = note
        self.mediaIDs = mediaIDs
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
