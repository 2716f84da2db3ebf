public import Identifiers
public import Values
public import Wire

/// Changes an entry of the caller's until its contest is over: what is absent stays, and when it
/// was done stays in any case (2.3-entries).
///
/// `""` or null removes a note, and null all pictures. `mediaIDs` replaces all pictures; one that
/// stays keeps its audience. Values that are the present ones change nothing. What completed the
/// contest and no longer stands is flagged (2.3-goal). An entry whose query is open, or that was
/// removed, is not changed; one that was kept is (2.3-dispute).
///
/// Refusals, all of those about fields together: `challenges.amount_invalid` at `/amount`,
/// `challenges.note_invalid` at `/note`, `challenges.audience_unknown` at `/audience`,
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.entry_not_found`, also for one that the caller may not see;
/// `challenges.not_your_part` for somebody else's; with the current entry,
/// `challenges.version_stale`, `challenges.contest_over`, `challenges.queried_already`, and
/// `challenges.wrong_state` if it was deleted; `challenges.contest_not_found` and
/// `challenges.not_in_contest` for who has left. Then, together again, `challenges.amount_invalid`
/// for what the contest's unit or the total does not allow, `challenges.proof_missing` and
/// `challenges.proof_unwanted` at `/mediaIDs`, and `challenges.audience_too_wide` at `/audience`,
/// also for `owner`; and `challenges.media_not_found` at `/mediaIDs/N` for a picture that does not
/// exist or belongs to another user.
public struct ChangeEntry: Call, Limited, MergePatch {
    public static let id: CallID = 0x0253
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["note"]
    public static let emptiedLists = ["mediaIDs"]

    /// The entry.
    public var entry: EntryID
    /// How much, as in `AddEntry`.
    public var amount: Amount?
    public static let amountLimit = AddEntry.amountLimit
    /// Any number of lines.
    public var note: String?
    public static let noteLimit = AddEntry.noteLimit
    /// All of its pictures, in their order: the caller's own, uploaded ones.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = AddEntry.mediaLimit
    /// Who may see it beside the caller, as in `AddEntry` (2.10-photos).
    public var audience: Audience?
    /// Refuse with `challenges.version_stale` unless the entry has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "amount": .amount(amountLimit), "note": .text(noteLimit),
        "mediaIDs": .distinctItems(mediaLimit),
    ]

    public init(
        entry: EntryID,
        amount: Amount? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        audience: Audience? = nil,
        ifVersion: Int64? = nil
    ) {
        self.entry = entry
        self.amount = amount
        self.note = note
        self.mediaIDs = mediaIDs
        self.audience = audience
        self.ifVersion = ifVersion
    }

    public typealias Reply = Entry
}
