public import Identifiers
public import Wire

/// Returns which recipients of a person's challenge would still pay the two of them, if it was
/// completed now (2.7-pair-day).
///
/// Where the operator caps what two people are paid for on one day, it leaves out those with whom
/// the cap is used up on the day of the call, in UTC. It always leaves out the sender (2.7-own).
///
/// Refuses with `scoring.too_many_people` at `/recipients` for too many.
public struct CheckPairs: Call, Limited {
    public static let id: CallID = 0x0406
    public static let effect = Effect.none
    public static let access = Access.cluster([.challenges])

    /// The person who wants to send a challenge.
    public var sender: UserID
    /// The recipients.
    public var recipients: [UserID]
    public static let recipientsLimit = 0...100

    public static let limits: FieldLimits = ["recipients": .items(recipientsLimit)]

    public init(sender: UserID, recipients: [UserID]) {
        self.sender = sender
        self.recipients = recipients
    }

    /// The recipients who would be paid.
    public struct Reply: Codable, Hashable, Sendable {
        /// In the order of the call.
        public let paid: [UserID]

        public init(paid: [UserID]) {
            self.paid = paid
        }
    }
}
