public import Identifiers
public import NIOCore
public import Wire

/// Stores a picture. Its bytes follow as the stream's items, 1 byte to 64 KiB each.
///
/// The type is determined from the bytes, whichever accepted type was declared (2.12-types).
/// Metadata is removed without re-encoding (2.12-privacy), and the rest is checked against the
/// limits (2.14-limits). A repetition by the same user with the same id and the same bytes gets the
/// picture that was created (2.14-ids). An idempotency key identifies the upload by the SHA-256 of
/// its bytes (2.14-write-id).
///
/// Refuses before the first byte is accepted: with `media.unused_exhausted` if the user has too
/// many unused pictures (2.12-unused), with `media.quota_reached` if the user has the maximum of
/// pictures (2.12-quota), both including uploads in progress, and with `media.storage_full` if too
/// little room would be left (2.12-room).
///
/// Refuses with `media.unsupported_type`, `media.damaged`, `media.too_large`,
/// `media.too_many_pixels`, `media.length_invalid`, `media.length_mismatch`,
/// `media.digest_invalid`, `media.digest_mismatch`, `media.id_taken` if the id was used for other
/// bytes or by another user, `wire.id_reserved` at `/media`, `wire.key_reused` if the key was, and
/// `media.storage_full`.
public struct UploadMedia: StreamCall, ChoosesID {
    public typealias Up = ByteBuffer
    public typealias Down = Nothing

    public static let id: CallID = 0x0301
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the picture to create; the service picks one when absent.
    public var media: MediaID?
    public static let chosenIDField = "media"
    public var chosenID: MediaID? { media }
    /// `image/jpeg`, `image/png`, `image/webp`, `application/octet-stream`, or an old name of one
    /// of the first two (`image/jpg`, `image/pjpeg`, `image/apng`, `image/x-png`), in any case;
    /// parameters after `;` are ignored.
    public var contentType: String
    /// The number of bytes that follow, 1 to 20,000,000; not checked when absent.
    public var bytes: Int64?
    /// The SHA-256 of the bytes that follow, 64 hexadecimal digits; not checked when absent.
    public var sha256: String?

    public init(
        media: MediaID? = nil,
        contentType: String,
        bytes: Int64? = nil,
        sha256: String? = nil
    ) {
        self.media = media
        self.contentType = contentType
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// The stored picture, with what its owner may know.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The picture.
        public let id: MediaID
        /// The media type of its bytes.
        public let contentType: String
        /// The number of stored bytes, without the metadata that was removed.
        public let bytes: Int64
        /// The width in pixels, as stored: before the orientation is applied.
        public let width: Int
        /// The height in pixels, as stored: before the orientation is applied.
        public let height: Int
        /// How to turn it upright, 2 to 8 as in EXIF; absent for an upright picture.
        public let orientation: Int?
        /// Where it can be fetched.
        public let url: MediaReference

        public static let limits: FieldLimits = [
            "contentType": .words(MediaReference.contentTypes),
            "bytes": .atLeast(1),
            "width": .atLeast(1),
            "height": .atLeast(1),
            "orientation": .number(2...8),
        ]

        public init(
            id: MediaID,
            contentType: String,
            bytes: Int64,
            width: Int,
            height: Int,
            orientation: Int? = nil,
            url: MediaReference
        ) {
            self.id = id
            self.contentType = contentType
            self.bytes = bytes
            self.width = width
            self.height = height
            self.orientation = orientation
            self.url = url
        }
    }
}
