public import Identifiers
public import Values
public import Wire

/// Logs something that the caller did for a contest (2.3-entries, FR-08, FR-30, FR-40, FR-46,
/// GC-06). They must be in it.
///
/// What they did must lie in the contest, at its start at the earliest and before its end, and at
/// most 5 minutes ahead. What they typed in must not lie before they joined, and at most 48 hours
/// back; what a device measured may (2.3-back-dated). A phone's clock may be slow: up to 5 minutes
/// before the start, or before they joined, counts as that moment (2.9-clocks). The operator may
/// set other bounds than these 5 minutes and 48 hours. After the end, while the contest settles,
/// what happened before it may still be logged.
///
/// Where a phone measures, and where a contest of whole days counts the days with an entry, the
/// day decides in place of start, end and joining: it must be one of the contest's days by the
/// caller's own clock, for what they typed in from the day on which they joined, however early the
/// day began and late it ends for them (2.9-local-day). Everything that the caller has logged for
/// the contest is counted again.
///
/// A client that gives the entry an `id` and repeats the call gets what was logged (2.14-ids);
/// absent fields count as their defaults, and pictures must be in the same order.
///
/// Refusals, all of those about fields together: `challenges.amount_invalid` at `/amount`,
/// `challenges.source_unknown` at `/source`, `challenges.device_invalid` at `/device`,
/// `challenges.note_invalid` at `/note`, `challenges.audience_unknown` at `/audience`,
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.contest_not_found`, `challenges.not_in_contest`, `challenges.contest_over`, and
/// `challenges.source_refused` for what was typed in where only devices count. Then, together
/// again, `challenges.amount_invalid` for what the contest's unit or the total does not allow,
/// `challenges.occurred_invalid` at `/occurredAt`, `challenges.proof_missing` and
/// `challenges.proof_unwanted` at `/mediaIDs`, and `challenges.audience_too_wide` at `/audience`,
/// also for `owner`. Then `challenges.entries_too_many` for the 1,001st entry of the caller's in
/// the contest, and `challenges.entries_day_too_many` for the 101st on one of their days, deleted
/// ones included, unless the operator sets other limits;
/// `challenges.media_not_found` at `/mediaIDs/N` for a picture that does not exist or belongs to
/// another user; `challenges.id_taken` if another user made an entry under the id, or the same user
/// a different one; `wire.id_reserved` at `/id`.
public struct AddEntry: ChoosesID, Limited {
    public static let id: CallID = 0x0250
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the entry to make; the service picks one when absent.
    public var id: EntryID?
    public static let chosenIDField = "id"
    public var chosenID: EntryID? { id }
    /// The contest.
    public var contest: ChallengeID
    /// How much, in the contest's unit: above 0, with at most six decimals, whole where only whole
    /// numbers are counted, and at most what the operator allows for the unit, or
    /// 999,999,999.999999 (2.3-cap). Absent where the contest has no unit; it may be absent where
    /// only days are counted.
    public var amount: Amount?
    public static let amountLimit = Amount.positive
    /// When it was done; now when absent. The entry has the moment that it counts as.
    public var occurredAt: Instant?
    /// `manual` or `device`; `manual` when absent.
    public var source: Entry.Source?
    /// What measured it, one line, which everyone who sees the entry is shown; only with the source
    /// `device`.
    public var device: String?
    public static let deviceLimit = TextLimit(1...80)
    /// Any number of lines; empty when absent.
    public var note: String?
    public static let noteLimit = TextLimit(0...2_000)
    /// The caller's own uploaded pictures that show it, as the contest's `proof` says; none when
    /// absent. Who sees the entry sees them.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = SubmitAssignment.mediaLimit
    /// Who may see it beside the caller: no more people than see the contest, and all who are in
    /// it, so not `owner` (2.10-photos); `participants` when absent.
    public var audience: Audience?

    public static let limits: FieldLimits = [
        "amount": .amount(amountLimit), "device": .text(deviceLimit), "note": .text(noteLimit),
        "mediaIDs": .distinctItems(mediaLimit),
    ]

    public init(
        id: EntryID? = nil,
        contest: ChallengeID,
        amount: Amount? = nil,
        occurredAt: Instant? = nil,
        source: Entry.Source? = nil,
        device: String? = nil,
        note: String? = nil,
        mediaIDs: [MediaID]? = nil,
        audience: Audience? = nil
    ) {
        self.id = id
        self.contest = contest
        self.amount = amount
        self.occurredAt = occurredAt
        self.source = source
        self.device = device
        self.note = note
        self.mediaIDs = mediaIDs
        self.audience = audience
    }

    public typealias Reply = Entry
}
