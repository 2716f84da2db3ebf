public import Identifiers
public import Wire

/// Publishes a draft of the caller: the contest starts at its start time, or at once if that has
/// passed (2.3-states).
///
/// The invitees are checked again and invited; those who can no longer be invited are left out. The
/// author of a competition joins it, unless `authorPlays` is `false` (2.3-author). Publishing it
/// again changes nothing.
///
/// Refusals, all of those about fields together, at the fields of the contest:
/// `challenges.unit_missing`, `challenges.end_missing`, `challenges.end_invalid`,
/// `challenges.start_invalid` for a start before today, `challenges.contest_whole_days`,
/// `challenges.target_missing`. Then `challenges.contests_too_many` if the author would join and
/// already participates in the maximum; `challenges.contest_not_found`; `challenges.not_your_part`
/// unless the caller owns it; `challenges.version_stale` and, once it is cancelled,
/// `challenges.wrong_state`, with the current contest.
public struct PublishContest: Call {
    public static let id: CallID = 0x0234
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
