public import FoundationEssentials
public import Identifiers
public import Wire

/// Claimed pictures are in use: they stay until `MediaReleased`.
///
/// Pictures that no longer exist are skipped.
public struct MediaUsed: Event, Limited {
    public typealias Reply = Nothing

    public static let id: CallID = 0x0311
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .identity])

    /// The pictures.
    public var media: [MediaID]
    /// What uses them; the same text as in the claim.
    public var cause: String
    /// The row that uses them: its events arrive in order.
    public var key: UUID

    public static let limits: FieldLimits = ["cause": .text(ClaimMedia.causeLimit)]

    public init(media: [MediaID], cause: String, key: UUID) {
        self.media = media
        self.cause = cause
        self.key = key
    }

    public var orderingKey: EventKey {
        EventKey(EventID(key))
    }
}
