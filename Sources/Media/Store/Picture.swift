import Identifiers
import MediaAPI
import Values
import Wire

/// A picture as it was taken in: the hash of what is kept, and what was found in it.
struct StrippedPicture: Sendable {
    /// Of the bytes that are kept.
    let hash: ContentHash
    let type: ImageType
    let size: ImageSize
    let bytes: Int64
    let provenance: Provenance
    /// What its uploader called it.
    let declared: ImageType

    init(hash: ContentHash, plan: ImagePlan, declared: ImageType) {
        self.hash = hash
        type = plan.type
        size = plan.size
        bytes = Int64(plan.bytes)
        provenance = plan.provenance
        self.declared = declared
    }
}

/// A picture as it is kept.
struct Picture: Sendable {
    let id: MediaID
    let owner: UserID
    /// Of the bytes that are kept.
    let hash: ContentHash
    let contentType: String
    let bytes: Int64
    let width: Int
    let height: Int
    let createdAt: Instant
}

extension UploadMedia.Reply {
    init(_ picture: Picture) {
        self.init(
            id: picture.id,
            contentType: picture.contentType,
            bytes: picture.bytes,
            width: picture.width,
            height: picture.height,
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
            height: picture.height
        )
    }
}
