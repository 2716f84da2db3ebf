public import Identifiers
public import Values
public import Wire

/// Makes a code that invites the users who open it to a contest (2.3-code).
///
/// The owner may make codes, and so may participants if the contest allows them to invite. If the
/// contest needs approval, a user who was invited by a code alone still has to be admitted by the
/// owner.
///
/// Refusals: `challenges.contest_not_found`; `challenges.may_not_invite`; `challenges.wrong_state`
/// for a draft; `challenges.contest_over`; `challenges.too_late` after the start if the contest
/// does not allow late joining; `challenges.uses_invalid` at `/usesMax` and
/// `challenges.expiry_invalid` at `/expiresAt`, both together; `challenges.codes_too_many` for the
/// 21st code of the caller that is open, unless the operator sets another limit.
public struct MakeCode: Call, Limited {
    public static let id: CallID = 0x0242
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The maximum number of uses; no maximum when absent.
    public var usesMax: Int?
    /// When it expires, at most 366 days ahead; in 14 days when absent, unless the operator sets
    /// another time.
    public var expiresAt: Instant?

    public static let limits: FieldLimits = ["usesMax": .number(ContestCode.usesMaxLimit)]

    public init(contest: ChallengeID, usesMax: Int? = nil, expiresAt: Instant? = nil) {
        self.contest = contest
        self.usesMax = usesMax
        self.expiresAt = expiresAt
    }

    public typealias Reply = ContestCode
}
