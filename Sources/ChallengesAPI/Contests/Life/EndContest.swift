public import Identifiers
public import Wire

/// Ends a contest of the caller early (2.3-states). It ends now or, if it lasts whole days, with
/// the current day in its time zone. All participants see that it was ended early. Entries for
/// times after that end, or for days that are no longer its days, stay listed but no longer count.
/// Ending it again changes nothing.
///
/// Refusals: `challenges.contest_not_found`; `challenges.not_your_part` unless the caller owns it;
/// `challenges.version_stale`, and `challenges.wrong_state` for one that has not started or that
/// ended by itself, with the current contest.
public struct EndContest: Call {
    public static let id: CallID = 0x0235
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, ifVersion: Int64? = nil) {
        self.contest = contest
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
