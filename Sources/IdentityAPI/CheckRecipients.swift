public import Identifiers
public import Wire

/// Asks whom a person may challenge, and how everybody concerned is called.
///
/// Refuses with `identity.person_unknown` at `/sender` and `identity.too_many_people` at
/// `/recipients` beyond 100.
public struct CheckRecipients: Call {
    public static let id: CallID = 0x0140
    public static let effect = Effect.none
    public static let access = Access.cluster([.challenges])

    /// Who wants to send.
    public var sender: UserID
    /// To whom, at most 100.
    public var recipients: [UserID]

    public init(sender: UserID, recipients: [UserID]) {
        self.sender = sender
        self.recipients = recipients
    }

    /// Everybody concerned.
    public struct Reply: Codable, Hashable, Sendable {
        /// The sender's card.
        public let sender: PersonCard
        /// One for each of the asked, in their order.
        public let recipients: [Recipient]

        public init(sender: PersonCard, recipients: [Recipient]) {
            self.sender = sender
            self.recipients = recipients
        }
    }

    /// How one recipient stands to the sender.
    public struct Recipient: Codable, Hashable, Sendable {
        /// Who was asked about.
        public let user: UserID
        /// The person's card; `nil` where there is no such person.
        public let card: PersonCard?
        /// Whether the sender may challenge the person.
        public let standing: Standing
        /// The version of the relation between the two; `nil` where they never had one.
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

    /// Whether somebody may be challenged.
    public enum Standing: String, OpenEnum, CaseIterable {
        /// A friend, who may be challenged.
        case friend
        /// No friend; the sender themselves, too.
        case notFriend
        /// There is no such person. Also what a release does not know.
        case unknown
        /// A friend who accepts no challenges (2.8-settings).
        case notAccepting
    }
}
