public import Identifiers
public import Values
public import Wire

/// Logs something that the caller did for a goal of theirs that has a target (2.4-entries). With a
/// metric, the amounts of a day add up, and are one source beside those of `PutHealthDay` (2.4-source).
///
/// The day counts, by the caller's own clock (2.9-local-day): from the day on which the goal was made,
/// or its period begins, until it is frozen 48 hours after its end, unless the operator sets another
/// bound. This holds too for the days of a goal that recurred and that time has ended; any other goal
/// that is over takes no entry.
///
/// A client that gives the entry an `id` and repeats the call gets what was logged (2.14-ids).
///
/// Refusals: `challenges.goal_not_found`, also for another person's;
/// `challenges.goal_without_target`. Then, all of those about fields together:
/// `challenges.amount_invalid` at `/amount`, also for a fraction where only whole numbers count, and
/// for more than a day may hold of the metric or the operator allows for the unit;
/// `challenges.note_invalid` at `/note`; `challenges.occurred_invalid` at `/occurredAt` for a moment
/// more than 5 minutes ahead, unless the operator sets another bound, or before the first day;
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.wrong_state` for a goal that is over, unless it recurred, time has ended it, and the
/// day is in one of its periods; `challenges.period_closed` for a frozen day; `challenges.entries_too_many` for the
/// 1,001st entry of the goal and `challenges.entries_day_too_many` for the 101st on one day, unless
/// the operator sets other limits; `challenges.media_not_found` at `/mediaIDs/N`;
/// `challenges.id_taken`; `wire.id_reserved` at `/id`.
public struct AddGoalEntry: ChoosesID, Limited {
    public static let id: CallID = 0x028B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the entry to make; the service picks one when absent.
    public var id: EntryID?
    public static let chosenIDField = "id"
    public var chosenID: EntryID? { id }
    /// The goal.
    public var goal: ChallengeID
    /// How much, in the goal's unit: above 0, with at most six decimals.
    public var amount: Amount
    public static let amountLimit = Amount.positive
    /// When it was done; now when absent.
    public var occurredAt: Instant?
    /// Any number of lines; empty when absent.
    public var note: String?
    /// The caller's own uploaded pictures of it; none when absent.
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
