import MediaAPI
import Wire

/// The fields that a client declares for an upload before its bytes; always plausible.
struct UploadDeclaration {
    let type: DeclaredType
    private let bytes: Int64?
    private let sha256: ContentHash?
    private let limits: UploadLimits

    /// Refuses impossible values with `media.unsupported_type`, `media.length_invalid`,
    /// `media.too_large` or `media.digest_invalid`, each at its field.
    init(_ call: UploadMedia, _ limits: UploadLimits) throws(Refusal) {
        guard let type = DeclaredType(call.contentType) else {
            throw Refusal(MediaError.unsupportedType, at: "/contentType")
        }
        if let bytes = call.bytes {
            guard bytes > 0 else { throw Refusal(MediaError.lengthInvalid, at: "/bytes") }
            guard bytes <= limits.imageBytesMax else {
                throw Refusal(MediaError.tooLarge, at: "/bytes")
            }
        }
        sha256 = try call.sha256.map { text throws(Refusal) in
            guard let hash = ContentHash(text) else {
                throw Refusal(MediaError.digestInvalid, at: "/sha256")
            }
            return hash
        }
        self.type = type
        bytes = call.bytes
        self.limits = limits
    }

    /// The maximum number of bytes that are accepted.
    var bytesMax: Int64 { bytes ?? limits.imageBytesMax }

    /// Refuses the upload as soon as more bytes have arrived than are accepted.
    func check(soFar count: Int64) throws(Refusal) {
        if let bytes, count > bytes { throw Refusal(MediaError.lengthMismatch, at: "/bytes") }
        guard count <= limits.imageBytesMax else { throw Refusal(MediaError.tooLarge) }
    }

    /// Refuses bytes that do not match the declaration.
    func check(whole count: Int64, _ hash: ContentHash) throws(Refusal) {
        if let bytes, count != bytes { throw Refusal(MediaError.lengthMismatch, at: "/bytes") }
        guard count > 0 else { throw Refusal(MediaError.lengthInvalid) }
        if let sha256, hash != sha256 { throw Refusal(MediaError.digestMismatch, at: "/sha256") }
    }

    /// Refuses bytes that are not a picture of a supported type, whichever type was declared.
    func check(_ found: ImageType?) throws(Refusal) {
        guard found != nil else { throw Refusal(MediaError.unsupportedType) }
    }

    /// Refuses a picture with too many pixels (2.14-limits).
    func check(_ size: ImageSize) throws(Refusal) {
        guard size.pixels <= limits.imagePixelsMax else { throw Refusal(MediaError.tooManyPixels) }
    }
}
