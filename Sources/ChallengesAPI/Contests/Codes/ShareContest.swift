public import Identifiers
public import Wire

/// Shows a public contest to friends, each of whom finds it in the inbox (2.3-share, FR-34, FR-45).
///
/// It lets nobody in who could not join anyway. Everyone who sees the contest may share it. A
/// friend to whom the same person showed it before gets no second notice; one who is in it already,
/// or between whom and its owner there is a block, gets none, of which the caller learns nothing.
///
/// Refusals, those about fields together: `challenges.recipients_invalid` at `/recipients`;
/// `challenges.recipient_repeated` and `challenges.recipient_is_oneself` at `/recipients/N`. Then
/// `challenges.contest_not_found`; `challenges.wrong_state` for a draft; `challenges.contest_over`;
/// `challenges.contest_private` unless it is public; `challenges.not_friends` and
/// `challenges.not_accepting` at `/recipients/N`. `wire.sign_in_needed` if the caller's account is
/// gone.
public struct ShareContest: Call, Limited {
    public static let id: CallID = 0x0241
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Whom to show it to.
    public var recipients: [UserID]

    public static let limits: FieldLimits = [
        "recipients": .distinctItems(CreateChallenge.recipientsLimit)
    ]

    public init(contest: ChallengeID, recipients: [UserID]) {
        self.contest = contest
        self.recipients = recipients
    }

    public typealias Reply = Nothing
}
