public import Identifiers
public import Values
public import Wire

/// Logs an entry of the caller, who must participate, in a contest (2.3-entries).
///
/// The entry's time must be at or after the contest's start, before its end, and at most 5 minutes
/// ahead. A `manual` entry must also be after the caller joined and at most 48 hours back; a
/// `device` entry need not (2.3-back-dated). A phone's clock may be slow: a time up to 5 minutes
/// before the start, or before the caller joined, counts as that moment (2.9-clocks). The operator
/// may set other bounds than these 5 minutes and 48 hours. After the end, while the contest
/// settles, entries for times before the end are still accepted.
///
/// In a contest with a metric, and in a contest of whole days that counts the days with an entry,
/// the local day decides in place of start, end and time of joining. It must be one of the
/// contest's days in the caller's time zone and, for a `manual` entry, not before the day on which
/// the caller joined. A day may thus begin earlier or end later for the caller than for the contest
/// (2.9-local-day). All of the caller's entries in the contest are recounted.
///
/// A client that chooses the entry's `id` and repeats the call gets the entry that was logged
/// (2.14-ids). Absent fields count as their defaults, and pictures must be in the same order.
///
/// Refusals about fields, all together: `challenges.amount_invalid` at `/amount`,
/// `challenges.source_unknown` at `/source`, `challenges.device_invalid` at `/device`,
/// `challenges.note_invalid` at `/note`, `challenges.audience_unknown` at `/audience`,
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.contest_not_found`, `challenges.not_in_contest`, `challenges.contest_over`, and
/// `challenges.source_refused` for a `manual` entry in a contest that takes only measured entries.
/// Then, together again, `challenges.amount_invalid` for an amount or a total that the contest's
/// unit does not allow, `challenges.occurred_invalid` at `/occurredAt`, `challenges.proof_missing`
/// and `challenges.proof_unwanted` at `/mediaIDs`, and `challenges.audience_too_wide` at
/// `/audience`, also for `owner`. Then `challenges.entries_too_many` for the caller's 1,001st entry
/// in the contest, and `challenges.entries_day_too_many` for the 101st on one of their days,
/// deleted ones included, unless the operator sets other limits; `challenges.media_not_found` at
/// `/mediaIDs/N` for a picture that does not exist or is not the caller's; `challenges.id_taken` if
/// the id belongs to another user's entry or to a different entry of the caller; `wire.id_reserved`
/// at `/id`.
public struct AddEntry: ChoosesID, Limited {
    public static let id: CallID = 0x0250
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the entry to create; the service picks one when absent.
    public var id: EntryID?
    public static let chosenIDField = "id"
    public var chosenID: EntryID? { id }
    /// The contest.
    public var contest: ChallengeID
    /// The amount, in the contest's unit: above 0, with at most six decimals, whole if only whole
    /// numbers are counted, and at most what the operator allows for the unit, or
    /// 999,999,999.999999 (2.3-cap). Must be absent if the contest has no unit; may be absent if
    /// the contest counts days.
    public var amount: Amount?
    public static let amountLimit = Amount.positive
    /// When it was done; now when absent. The entry shows the moment that it counts as.
    public var occurredAt: Instant?
    /// `manual` or `device`; `manual` when absent.
    public var source: Entry.Source?
    /// The device that measured it, on one line; only with the source `device`. Everyone who sees
    /// the entry sees it.
    public var device: String?
    public static let deviceLimit = TextLimit(1...80)
    /// A note, of any number of lines; empty when absent.
    public var note: String?
    public static let noteLimit = TextLimit(0...2_000)
    /// The caller's uploaded pictures that prove it, as the contest's `proof` says; none when
    /// absent. Everyone who sees the entry sees them.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = SubmitAssignment.mediaLimit
    /// Who may see it besides the caller; `participants` when absent. The audience must include all
    /// participants, so `owner` is refused, and must not be wider than the contest's visibility
    /// (2.10-photos).
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
