public import Identifiers
public import Wire

/// Publishes a draft of the caller's: it begins at its start, or at once if that has passed
/// (2.3-states).
///
/// Its invitees are checked again and invited; those who cannot be invited any more are left out.
/// The author of a competition joins it, unless they do not play (2.3-author). Publishing it again
/// changes nothing.
///
/// Refusals, all of those about fields together, at the fields of the contest:
/// `challenges.unit_missing`, `challenges.end_missing`, `challenges.end_invalid`,
/// `challenges.start_invalid` for a start before today, `challenges.contest_whole_days`,
/// `challenges.target_missing`. Then `challenges.contests_too_many` where the author would join one
/// more than they may; `challenges.contest_not_found`; `challenges.not_your_part` for who does not
/// own it; `challenges.version_stale` and, once it is cancelled, `challenges.wrong_state`, with the
/// present contest.
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
