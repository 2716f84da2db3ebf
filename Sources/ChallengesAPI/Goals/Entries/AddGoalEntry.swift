public import Identifiers
public import Values
public import Wire

/// Logs an entry in a goal of the caller that has a target (2.4-entries). In a goal with a metric,
/// the entries of a day add up to one more source beside those of `PutHealthDay` (2.4-source).
///
/// The caller's local day decides (2.9-local-day). It must not be before the day on which the goal
/// was made or its first period starts, and not frozen: a day freezes 48 hours after its end,
/// unless the operator sets another bound. Days of a recurring goal that ended by itself are
/// accepted too; any other goal that is over takes no entries.
///
/// A client that chooses the entry's `id` and repeats the call gets the entry that was logged
/// (2.14-ids).
///
/// Refusals: `challenges.goal_not_found`, also for another user's;
/// `challenges.goal_without_target`. Then, about fields, all together: `challenges.amount_invalid`
/// at `/amount`, also for a fraction if only whole numbers count, and for more than the metric's
/// maximum for a day or the operator's maximum for the unit; `challenges.note_invalid` at `/note`;
/// `challenges.occurred_invalid` at `/occurredAt` for a moment more than 5 minutes ahead, unless
/// the operator sets another bound, or before the first day; `challenges.media_too_many` at
/// `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.wrong_state` for a
/// goal that is over, unless it recurs, ended by itself, and the day is in one of its periods;
/// `challenges.period_closed` for a frozen day; `challenges.entries_too_many` for the goal's
/// 1,001st entry and `challenges.entries_day_too_many` for the 101st on one day, unless the
/// operator sets other limits; `challenges.media_not_found` at `/mediaIDs/N`;
/// `challenges.id_taken`; `wire.id_reserved` at `/id`.
public struct AddGoalEntry: ChoosesID, Limited {
    public static let id: CallID = 0x028B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the entry to create; the service picks one when absent.
    public var id: EntryID?
    public static let chosenIDField = "id"
    public var chosenID: EntryID? { id }
    /// The goal.
    public var goal: ChallengeID
    /// The amount, in the goal's unit: above 0, with at most six decimals.
    public var amount: Amount
    public static let amountLimit = Amount.positive
    /// When it was done; now when absent.
    public var occurredAt: Instant?
    /// A note, of any number of lines; empty when absent.
    public var note: String?
    /// The entry's pictures, uploaded by the caller; none when absent.
    public var mediaIDs: [MediaID]?

    public static let limits: FieldLimits = [
        "amount": .amount(amountLimit), "note": .text(AddEntry.noteLimit),
        "mediaIDs": .distinctItems(AddEntry.mediaLimit),
    ]

    public init(
        id: EntryID? = nil,
        goal: ChallengeID,
        amount: Amount,
        occurredAt: Instant? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil
    ) {
        self.id = id
        self.goal = goal
        self.amount = amount
        self.occurredAt = occurredAt
        self.note = note
        self.mediaIDs = mediaIDs
    }

    public typealias Reply = GoalEntry
}
