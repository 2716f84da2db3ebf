public import Identifiers
public import Wire

/// Checks, before a challenge is sent, which recipients may be challenged and for whom it would
/// earn points (2.2-send, 2.7-pair-day).
///
/// Nothing is stored or promised: a friendship may end before the challenge is sent, and who is
/// paid is decided when a challenge is completed. A user who does not exist is reported as
/// `notFriend`.
///
/// Refusals, all of them together: `challenges.kind_unknown` at `/kind`,
/// `challenges.recipients_invalid` at `/recipients`; `challenges.recipient_repeated` and
/// `challenges.recipient_is_oneself` at `/recipients/N`. `wire.sign_in_needed` if the caller's
/// account is gone. `wire.unavailable` while a service that must be asked cannot answer.
public struct CheckChallenge: Call, Limited {
    public static let id: CallID = 0x021E
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The users to challenge.
    public var recipients: [UserID]
    /// The kind of the challenge; `dare` when absent. The reply is the same for all kinds.
    public var kind: ChallengeKind?

    public static let limits: FieldLimits = [
        "recipients": .distinctItems(CreateChallenge.recipientsLimit)
    ]

    public init(recipients: [UserID], kind: ChallengeKind? = nil) {
        self.recipients = recipients
        self.kind = kind
    }

    /// The result of the check.
    public struct Reply: Codable, Hashable, Sendable {
        /// One for each recipient, in the order of the call.
        public let items: [Recipient]

        public init(items: [Recipient]) {
            self.items = items
        }
    }

    /// One recipient's result.
    public struct Recipient: Codable, Hashable, Sendable {
        /// The recipient.
        public let user: UserID
        /// Whether the caller may challenge them.
        public let may: Eligibility
        /// Whether both users would get points if the recipient completed it now; `false` unless
        /// `may` is `yes`.
        public let isPaid: Bool

        public init(user: UserID, may: Eligibility, isPaid: Bool) {
            self.user = user
            self.may = may
            self.isPaid = isPaid
        }
    }

    /// Whether a user may be challenged.
    public enum Eligibility: String, OpenEnum, CaseIterable {
        /// A friend, who may be challenged.
        case yes
        /// Not a friend, or no such user.
        case notFriend
        /// A friend who accepts no challenges (2.8-settings).
        case notAccepting
        /// An answer that only a later release knows.
        case unknown
    }
}
