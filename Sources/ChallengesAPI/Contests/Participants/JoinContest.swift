public import Identifiers
public import Values
public import Wire

/// Joins a contest, or asks to (GC-05, FR-48, FR-50, 2.3-ways-in).
///
/// Invited users may join; so may all users who see a public contest, and the owner's friends one
/// for friends. Where the owner admits people, only an invitation by a person lets a user in at
/// once: others are `requested` until the owner answers. The owner joins an open contest by this
/// call too. A user who left comes back with the earlier entries; one who was removed does not.
/// Joining twice changes nothing.
///
/// Refusals: `challenges.contest_not_found`, also for a user who was removed, or between whom and
/// the owner there is a block; `challenges.version_stale`, with the present contest;
/// `challenges.not_your_part` for a user who needs an invitation,
/// `challenges.wrong_state` for a draft, `challenges.contest_over`, `challenges.too_late` where
/// nobody joins after the start, `challenges.contest_full`, `challenges.contests_too_many`;
/// `challenges.target_invalid`, `challenges.target_not_whole`, `challenges.target_missing`,
/// `challenges.target_unwanted` and `challenges.target_fixed` at `/target`.
public struct JoinContest: Call, Limited {
    public static let id: CallID = 0x0239
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// What the caller sets out to reach, above 0; needed for scores in percent, and only there. A
    /// user who comes back may leave it out, and cannot change it once the contest has begun.
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

    /// The contest as the caller then sees it.
    public typealias Reply = Contest
}
