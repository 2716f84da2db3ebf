public import Identifiers
public import Values
public import Wire

/// A dare or a workout was sent: counts its recipients for the sender's milestones (2.7-medals).
///
/// Each challenge counts once, however often the event is delivered.
public struct ChallengeSent: Event {
    public static let id: CallID = 0x041B
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The challenge; it identifies the event.
    public var challenge: ChallengeID
    /// The sender.
    public var sender: UserID
    /// The number of recipients, at least 1.
    public var recipients: Int
    /// When it was sent.
    public var at: Instant

    public init(challenge: ChallengeID, sender: UserID, recipients: Int, at: Instant) {
        self.challenge = challenge
        self.sender = sender
        self.recipients = recipients
        self.at = at
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(challenge) }
}
