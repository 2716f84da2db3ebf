public import Identifiers
public import Wire

/// Says, before a challenge is sent, who of its recipients may be challenged, and for whom it would
/// pay (2.2-send, 2.7-pair-day).
///
/// Nothing is stored, and nothing promised: between the check and the challenge a friendship may
/// end, and who is paid is decided when a challenge is completed. A user who does not exist is
/// answered like one who is no friend.
///
/// Refusals, all of them together: `challenges.kind_unknown` at `/kind`,
/// `challenges.recipients_invalid` at `/recipients`; `challenges.recipient_repeated` and
/// `challenges.recipient_is_oneself` at `/recipients/N`. `wire.sign_in_needed` if the caller's
/// account is gone. `wire.unavailable` while a service that must be asked cannot answer.
public struct CheckChallenge: Call, Limited {
    public static let id: CallID = 0x021E
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The people to challenge.
    public var recipients: [UserID]
    /// The kind of the challenge; `dare` when absent. All kinds are answered alike.
    public var kind: ChallengeKind?

    public static let limits: FieldLimits = [
        "recipients": .distinctItems(CreateChallenge.recipientsLimit)
    ]

    public init(recipients: [UserID], kind: ChallengeKind? = nil) {
        self.recipients = recipients
        self.kind = kind
    }

    /// What would become of a challenge.
    public struct Reply: Codable, Hashable, Sendable {
        /// One for each recipient, in the order of the call.
        public let items: [Recipient]

        public init(items: [Recipient]) {
            self.items = items
        }
    }

    /// One recipient, and what a challenge would mean for them.
    public struct Recipient: Codable, Hashable, Sendable {
        /// The recipient.
        public let user: UserID
        /// Whether the caller may challenge them.
        public let may: Eligibility
        /// Whether the two would be paid if the recipient completed it now; `false` if `may` is not
        /// `yes`.
        public let isPaid: Bool

        public init(user: UserID, may: Eligibility, isPaid: Bool) {
            self.user = user
            self.may = may
            self.isPaid = isPaid
        }
    }

    /// Whether a person may be challenged.
    public enum Eligibility: String, OpenEnum, CaseIterable {
        /// A friend, who may be challenged.
        case yes
        /// Not a friend; also someone who does not exist.
        case notFriend
        /// A friend who accepts no challenges (2.8-settings).
        case notAccepting
        /// An answer of a later release.
        case unknown
    }
}
