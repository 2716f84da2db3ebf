public import Identifiers
public import Values
public import Wire

/// Changes an entry of the caller until its contest is over; absent fields stay (2.3-entries). The
/// time cannot be changed.
///
/// `""` or null removes a note, and null all pictures. `mediaIDs` replaces all pictures; a picture
/// that stays keeps its audience. Values equal to the current ones change nothing. If the contest
/// was completed by this entry and no longer would be, the completion is flagged (2.3-goal). An
/// entry with an open query, or one that was removed, cannot be changed; one that was kept can
/// (2.3-dispute).
///
/// Refusals about fields, all together: `challenges.amount_invalid` at `/amount`,
/// `challenges.note_invalid` at `/note`, `challenges.audience_unknown` at `/audience`,
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.entry_not_found`, also for one that the caller may not see;
/// `challenges.not_your_part` for another user's entry; with the current entry,
/// `challenges.version_stale`, `challenges.contest_over`, `challenges.queried_already`, and
/// `challenges.wrong_state` if it was deleted; `challenges.contest_not_found` and
/// `challenges.not_in_contest` for a caller who has left. Then, together again,
/// `challenges.amount_invalid` for an amount or a total that the contest's unit does not allow,
/// `challenges.proof_missing` and `challenges.proof_unwanted` at `/mediaIDs`, and
/// `challenges.audience_too_wide` at `/audience`, also for `owner`; and
/// `challenges.media_not_found` at `/mediaIDs/N` for a picture that does not exist or is not the
/// caller's.
public struct ChangeEntry: Call, Limited, MergePatch {
    public static let id: CallID = 0x0253
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["note"]
    public static let emptiedLists = ["mediaIDs"]

    /// The entry.
    public var entry: EntryID
    /// The amount, as in `AddEntry`.
    public var amount: Amount?
    public static let amountLimit = AddEntry.amountLimit
    /// A note, of any number of lines.
    public var note: String?
    public static let noteLimit = AddEntry.noteLimit
    /// All of its pictures, in order: uploaded by the caller.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = AddEntry.mediaLimit
    /// Who may see it besides the caller, as in `AddEntry` (2.10-photos).
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
