public import Identifiers
public import Wire

/// Checks which recipients a user may challenge, and returns the cards of the sender and the
/// recipients.
///
/// Refuses with `identity.person_unknown` at `/sender`, and with `identity.too_many_people` at
/// `/recipients` for too many.
public struct CheckRecipients: Call, Limited {
    public static let id: CallID = 0x0140
    public static let effect = Effect.none
    public static let access = Access.cluster([.challenges])

    /// The user who wants to send a challenge.
    public var sender: UserID
    /// The recipients.
    public var recipients: [UserID]
    public static let recipientsLimit = 0...100

    public static let limits: FieldLimits = ["recipients": .items(recipientsLimit)]

    public init(sender: UserID, recipients: [UserID]) {
        self.sender = sender
        self.recipients = recipients
    }

    /// The sender and the recipients.
    public struct Reply: Codable, Hashable, Sendable {
        /// The sender's card.
        public let sender: PersonCard
        /// One entry for each requested recipient, in their order.
        public let recipients: [Recipient]

        public init(sender: PersonCard, recipients: [Recipient]) {
            self.sender = sender
            self.recipients = recipients
        }
    }

    /// One recipient, and whether the sender may challenge them.
    public struct Recipient: Codable, Hashable, Sendable {
        /// The recipient's id.
        public let user: UserID
        /// The recipient's card; `nil` if there is no such user.
        public let card: PersonCard?
        /// Whether the sender may challenge the recipient.
        public let standing: Standing
        /// The version of the relation between the two; `nil` if they never had one.
        public let relationVersion: Int64?

        public init(
            user: UserID,
            card: PersonCard?,
            standing: Standing,
            relationVersion: Int64? = nil
        ) {
            self.user = user
            self.card = card
            self.standing = standing
            self.relationVersion = relationVersion
        }
    }

    /// Whether a recipient may be challenged.
    public enum Standing: String, OpenEnum, CaseIterable {
        /// A friend, who may be challenged.
        case friend
        /// Not a friend, or the sender.
        case notFriend
        /// There is no such user. Also used for a value that this release does not know.
        case unknown
        /// A friend who accepts no challenges (2.8-settings).
        case notAccepting
    }
}
