public import Identifiers
public import Values
public import Wire

/// Makes a code that lets the people who have it into a contest (2.3-code, FR-07).
///
/// Its owner may, and where its rules allow it, those who are in it. A person who opens the code is
/// invited, except where the owner lets in those whom no person invited.
///
/// Refusals: `challenges.contest_not_found`; `challenges.may_not_invite`;
/// `challenges.wrong_state` for a draft; `challenges.contest_over`; `challenges.too_late` where
/// nobody joins after the start; `challenges.uses_invalid` at `/usesMax` and
/// `challenges.expiry_invalid` at `/expiresAt`, both together; `challenges.codes_too_many` for the
/// 21st code of the caller that is open, unless the operator sets another limit.
public struct MakeCode: Call, Limited {
    public static let id: CallID = 0x0242
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// How many people it lets in; any number when absent.
    public var usesMax: Int?
    /// From when it lets nobody in, at most 366 days ahead. When absent, in 14 days, unless the
    /// operator sets another time.
    public var expiresAt: Instant?

    public static let limits: FieldLimits = ["usesMax": .number(ContestCode.usesMaxLimit)]

    public init(contest: ChallengeID, usesMax: Int? = nil, expiresAt: Instant? = nil) {
        self.contest = contest
        self.usesMax = usesMax
        self.expiresAt = expiresAt
    }

    public typealias Reply = ContestCode
}
