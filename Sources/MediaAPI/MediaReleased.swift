public import FoundationEssentials
public import Identifiers
public import Wire

/// Pictures are no longer used: ends the `MediaUsed` and `ClaimMedia` with the same cause. A
/// picture without any use is removed 7 days later (2.12-upload).
public struct MediaReleased: Event, Limited {
    public typealias Reply = Nothing

    public static let id: CallID = 0x0312
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .identity])

    /// The pictures.
    public var media: [MediaID]
    /// What used them; the same text as in `MediaUsed`.
    public var cause: String
    /// The row that used them: its events arrive in order.
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
