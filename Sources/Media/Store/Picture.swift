import Identifiers
import MediaAPI
import Values
import Wire

/// A stripped picture: the hash of the stored bytes, and the properties that were read from it.
struct StrippedPicture: Sendable {
    /// The hash of the stored bytes.
    let hash: ContentHash
    let type: ImageType
    let size: ImageSize
    /// 1 to 8.
    let orientation: UInt8
    let bytes: Int64
    let provenance: Provenance
    /// The type that the uploader declared.
    let declared: DeclaredType

    init(hash: ContentHash, plan: ImagePlan, declared: DeclaredType) {
        self.hash = hash
        type = plan.type
        size = plan.size
        orientation = plan.orientation
        bytes = Int64(plan.bytes)
        provenance = plan.provenance
        self.declared = declared
    }
}

/// A stored picture.
struct Picture: Sendable {
    let id: MediaID
    let owner: UserID
    /// The hash of the stored bytes.
    let hash: ContentHash
    let contentType: String
    let bytes: Int64
    let width: Int
    let height: Int
    /// 2 to 8; `nil` if it is upright, or was stored before orientations were.
    let orientation: Int?
    let createdAt: Instant
    /// When it was taken, according to its file; read as UTC if that names no time zone. Never
    /// shown to clients (2.12-privacy).
    let capturedAt: Instant?
    /// Whether the file names the time zone of its clock.
    let isZoneKnown: Bool
}

extension UploadMedia.Reply {
    init(_ picture: Picture) {
        self.init(
            id: picture.id,
            contentType: picture.contentType,
            bytes: picture.bytes,
            width: picture.width,
            height: picture.height,
            orientation: picture.orientation,
            url: MediaReference(picture.id)
        )
    }
}

extension DescribeMedia.Reply {
    init(_ picture: Picture) {
        self.init(
            contentType: picture.contentType,
            bytes: picture.bytes,
            sha256: picture.hash.text,
            width: picture.width,
            height: picture.height,
            orientation: picture.orientation,
            createdAt: picture.createdAt
        )
    }
}

extension ClaimedMedia {
    init(_ picture: Picture) {
        self.init(
            id: picture.id,
            contentType: picture.contentType,
            width: picture.width,
            height: picture.height,
            orientation: picture.orientation,
            capturedAt: picture.capturedAt,
            isZoneKnown: picture.capturedAt.map { _ in picture.isZoneKnown }
        )
    }
}
