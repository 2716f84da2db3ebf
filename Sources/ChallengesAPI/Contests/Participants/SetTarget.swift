public import Identifiers
public import Values
public import Wire

/// Sets the caller's target in a contest whose scores are in percent (2.3-score). Everyone sees the
/// target. It cannot be changed once the contest has started.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_in_contest`,
/// `challenges.version_stale`, with the current contest; `challenges.target_fixed` after the start;
/// `challenges.target_invalid`, `challenges.target_not_whole` and `challenges.target_unwanted`,
/// where scores are not in percent, at `/target`.
public struct SetTarget: Call, Limited {
    public static let id: CallID = 0x023C
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The target, above 0, in the contest's unit.
    public var target: Amount
    public static let targetLimit = CreateDefinition.targetLimit
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["target": .amount(targetLimit)]

    public init(contest: ChallengeID, target: Amount, ifVersion: Int64? = nil) {
        self.contest = contest
        self.target = target
        self.ifVersion = ifVersion
    }

    /// The contest as the caller sees it after the call.
    public typealias Reply = Contest
}
