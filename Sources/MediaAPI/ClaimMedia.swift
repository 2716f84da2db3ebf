public import Identifiers
public import Values
public import Wire

/// Claims pictures for 24 hours, so that they cannot vanish before `MediaUsed` arrives.
///
/// Called by a service that received the ids from a user, before it writes. A repetition with the
/// same cause extends the claim. Claims all of them or none.
///
/// Refuses with `media.not_found` at `/media/N` for a picture that does not exist, was deleted or
/// belongs to another user, `media.too_many` at `/media`, and `media.cause_invalid`.
public struct ClaimMedia: Call, Limited {
    public static let id: CallID = 0x0310
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .identity])

    /// The pictures (2.14-limits).
    public var media: [MediaID]
    public static let mediaLimit = 0...10
    /// The user who must own all of them.
    public var user: UserID
    /// What they are needed for; the same text as in `MediaUsed`.
    public var cause: String
    public static let causeLimit = TextLimit(1...200)

    public static let limits: FieldLimits = [
        "media": .items(mediaLimit), "cause": .text(causeLimit),
    ]

    public init(media: [MediaID], user: UserID, cause: String) {
        self.media = media
        self.user = user
        self.cause = cause
    }

    /// The claimed pictures.
    public struct Reply: Codable, Hashable, Sendable {
        /// In the requested order.
        public let media: [ClaimedMedia]

        public init(media: [ClaimedMedia]) {
            self.media = media
        }
    }
}

/// What a service may store and show about a picture that it uses.
public struct ClaimedMedia: Codable, Hashable, Sendable {
    /// The picture.
    public let id: MediaID
    /// `image/jpeg`, `image/png` or `image/webp`.
    public let contentType: String
    /// The width in pixels, as stored: before the orientation is applied.
    public let width: Int
    /// The height in pixels, as stored: before the orientation is applied.
    public let height: Int
    /// How to turn it upright, 2 to 8 as in EXIF; absent for an upright picture.
    public let orientation: Int?
    /// When it was taken, to the second, according to its file; `nil` if the file does not say. It
    /// serves to judge how fresh a proof is (2.12-freshness), and is never passed on to a client.
    public let capturedAt: Instant?
    /// Whether the file names the time zone of its clock. If not, `capturedAt` is the clock's local
    /// time read as UTC.
    public let isZoneKnown: Bool?

    public init(
        id: MediaID,
        contentType: String,
        width: Int,
        height: Int,
        orientation: Int? = nil,
        capturedAt: Instant? = nil,
        isZoneKnown: Bool? = nil
    ) {
        self.id = id
        self.contentType = contentType
        self.width = width
        self.height = height
        self.orientation = orientation
        self.capturedAt = capturedAt
        self.isZoneKnown = isZoneKnown
    }
}
