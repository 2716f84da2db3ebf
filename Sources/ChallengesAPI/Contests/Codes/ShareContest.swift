public import Identifiers
public import Wire

/// Shares a public contest with friends: each of them gets a notice in the inbox (2.3-share).
///
/// Sharing does not give access: the recipients could see and join the contest anyway. Every user
/// who sees the contest may share it. A friend with whom the caller shared it before gets no second
/// notice. Friends who already participate, or who have a block with the owner, get none either;
/// the caller does not learn this.
///
/// Refusals about fields, all together: `challenges.recipients_invalid` at `/recipients`;
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
    /// The friends to share it with.
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
