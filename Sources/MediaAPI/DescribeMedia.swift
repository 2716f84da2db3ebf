public import Identifiers
public import Values
public import Wire

/// Describes what `FetchMedia` would return, for the head of an HTTP response.
///
/// Refuses with `media.not_found` for a picture or a variant that does not exist or was deleted.
public struct DescribeMedia: Call {
    public static let id: CallID = 0x0303
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])

    /// The picture.
    public var media: MediaID
    /// Its variant: `original`.
    public var variant: String

    public init(media: MediaID, variant: String = "original") {
        self.media = media
        self.variant = variant
    }

    /// The properties of the stored bytes.
    public struct Reply: Codable, Hashable, Sendable {
        /// `image/jpeg`, `image/png` or `image/webp`.
        public let contentType: String
        /// The number of bytes.
        public let bytes: Int64
        /// The SHA-256 of the stored bytes: 64 hexadecimal digits in lower case.
        public let sha256: String
        /// The width in pixels, as stored: before the orientation is applied.
        public let width: Int
        /// The height in pixels, as stored: before the orientation is applied.
        public let height: Int
        /// How to turn it upright, 2 to 8 as in EXIF; absent for an upright picture.
        public let orientation: Int?
        /// When it was uploaded. A picture never changes under its id.
        public let createdAt: Instant?

        public init(
            contentType: String,
            bytes: Int64,
            sha256: String,
            width: Int,
            height: Int,
            orientation: Int? = nil,
            createdAt: Instant? = nil
        ) {
            self.contentType = contentType
            self.bytes = bytes
            self.sha256 = sha256
            self.width = width
            self.height = height
            self.orientation = orientation
            self.createdAt = createdAt
        }
    }
}
