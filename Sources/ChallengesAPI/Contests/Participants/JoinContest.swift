public import Identifiers
public import Values
public import Wire

/// Joins a contest, or asks to join it (2.3-ways-in).
///
/// Invited users may join. So may every user who sees a public contest, and the owner's friends if
/// its visibility is `friends`. If the contest needs approval, only users whom a person invited
/// join at once; others become `requested` until the owner answers. The owner, too, joins an open
/// contest by this call. A former participant who joins again gets the earlier entries back; a
/// removed participant cannot join again. Joining again changes nothing.
///
/// Refusals: `challenges.contest_not_found`, also for a user who was removed or has a block with
/// the owner; `challenges.version_stale`, with the current contest; `challenges.not_your_part` for
/// a user who needs an invitation, `challenges.wrong_state` for a draft, `challenges.contest_over`,
/// `challenges.too_late` after the start if the contest does not allow late joining,
/// `challenges.contest_full`, `challenges.contests_too_many`; `challenges.target_invalid`,
/// `challenges.target_not_whole`, `challenges.target_missing`, `challenges.target_unwanted` and
/// `challenges.target_fixed` at `/target`.
public struct JoinContest: Call, Limited {
    public static let id: CallID = 0x0239
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The caller's target, above 0; required for scores in percent, and refused otherwise. A
    /// former participant may leave it out, and cannot change it once the contest has started.
    public var target: Amount?
    public static let targetLimit = CreateDefinition.targetLimit
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["target": .amount(targetLimit)]

    public init(contest: ChallengeID, target: Amount? = nil, ifVersion: Int64? = nil) {
        self.contest = contest
        self.target = target
        self.ifVersion = ifVersion
    }

    /// The contest as the caller sees it after the call.
    public typealias Reply = Contest
}
