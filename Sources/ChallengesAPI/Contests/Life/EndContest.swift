public import Identifiers
public import Wire

/// Ends a contest of the caller's early, which everyone in it sees (2.3-states): now, or with the
/// current day of its time zone if it lasts whole days. What was logged ahead of that end, or for
/// a day that is none of its days any more, counts no longer; the entries stay listed. Ending it
/// again changes nothing.
///
/// Refusals: `challenges.contest_not_found`; `challenges.not_your_part` for who does not own it;
/// `challenges.version_stale`, and `challenges.wrong_state` for one that has not begun or that time
/// ended, with the present contest.
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
