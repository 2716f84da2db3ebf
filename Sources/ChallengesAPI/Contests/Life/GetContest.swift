public import Identifiers
public import Wire

/// Returns a contest as the caller sees it.
///
/// Refuses with `challenges.contest_not_found` one that does not exist, or that the caller may not
/// see (2.10-private, 2.10-visibility).
public struct GetContest: Call {
    public static let id: CallID = 0x0231
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID

    public init(contest: ChallengeID) {
        self.contest = contest
    }

    public typealias Reply = Contest
}
