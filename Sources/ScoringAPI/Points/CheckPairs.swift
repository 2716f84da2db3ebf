public import Identifiers
public import Wire

/// Returns the recipients whose completion of the sender's challenge would be paid if it happened
/// now (2.7-pair-day).
///
/// If the operator caps the paid challenges between two users per day, recipients whose cap with
/// the sender is used up for the current day in UTC are left out. The sender is always left out
/// (2.7-own).
///
/// Refuses with `scoring.too_many_people` at `/recipients` for too many recipients.
public struct CheckPairs: Call, Limited {
    public static let id: CallID = 0x0406
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

    /// The recipients who would be paid.
    public struct Reply: Codable, Hashable, Sendable {
        /// The recipients, in the order of the call.
        public let paid: [UserID]

        public init(paid: [UserID]) {
            self.paid = paid
        }
    }
}
