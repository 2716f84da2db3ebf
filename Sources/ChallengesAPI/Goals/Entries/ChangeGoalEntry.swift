public import Identifiers
public import Values
public import Wire

/// Changes an entry of one of the caller's goals (2.4-entries). An entry of a recurring goal can be
/// changed until its period closes; one of a goal that is reached once, until the goal is over and
/// the entry's day is frozen. Absent fields stay, and the time cannot be changed. `mediaIDs`
/// replaces all pictures. Null removes a note or all pictures.
///
/// Refusals: `challenges.entry_not_found`, also for another user's; with the current entry,
/// `challenges.version_stale` and `challenges.period_closed`. Then, together:
/// `challenges.amount_invalid` at `/amount`, as for `AddGoalEntry`, `challenges.note_invalid` at
/// `/note`, `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at
/// `/mediaIDs/N`. Then `challenges.media_not_found` at `/mediaIDs/N`.
public struct ChangeGoalEntry: Call, Limited, MergePatch {
    public static let id: CallID = 0x028D
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["note"]
    public static let emptiedLists = ["mediaIDs"]

    /// The goal.
    public var goal: ChallengeID
    /// The entry.
    public var entry: EntryID
    /// The amount, in the goal's unit.
    public var amount: Amount?
    /// A note, of any number of lines.
    public var note: String?
    /// All of its pictures, in order: uploaded by the caller.
    public var mediaIDs: [MediaID]?
    /// Refuse with `challenges.version_stale` unless the entry has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "amount": .amount(AddGoalEntry.amountLimit), "note": .text(AddEntry.noteLimit),
        "mediaIDs": .distinctItems(AddEntry.mediaLimit),
    ]

    public init(
        goal: ChallengeID,
        entry: EntryID,
        amount: Amount? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        ifVersion: Int64? = nil
    ) {
        self.goal = goal
        self.entry = entry
        self.amount = amount
        self.note = note
        self.mediaIDs = mediaIDs
        self.ifVersion = ifVersion
    }

    public typealias Reply = GoalEntry
}
