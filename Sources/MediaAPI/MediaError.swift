public import Wire

/// The errors of mediad.
public enum MediaError: String, ServiceError {
    case causeInvalid = "media.cause_invalid"
    case damaged = "media.damaged"
    case digestInvalid = "media.digest_invalid"
    case digestMismatch = "media.digest_mismatch"
    case idTaken = "media.id_taken"
    case lengthInvalid = "media.length_invalid"
    case lengthMismatch = "media.length_mismatch"
    case notFound = "media.not_found"
    case quotaReached = "media.quota_reached"
    case rangeInvalid = "media.range_invalid"
    case storageFull = "media.storage_full"
    case tooLarge = "media.too_large"
    case tooMany = "media.too_many"
    case tooManyPixels = "media.too_many_pixels"
    case unsupportedType = "media.unsupported_type"
    case unusedExhausted = "media.unused_exhausted"

    public var kind: Fault.Kind {
        switch self {
        case .idTaken, .quotaReached: .conflict
        case .notFound: .notFound
        case .storageFull: .unavailable
        case .unusedExhausted: .exhausted
        case .causeInvalid, .damaged, .digestInvalid, .digestMismatch, .lengthInvalid,
            .lengthMismatch, .rangeInvalid, .tooLarge, .tooMany, .tooManyPixels, .unsupportedType:
            .invalid
        }
    }

    public var detail: String {
        switch self {
        case .causeInvalid: "The cause must have 1 to 200 characters."
        case .damaged: "The picture is incomplete or damaged: choose another."
        case .digestInvalid: "The SHA-256 must be 64 hexadecimal digits."
        case .digestMismatch:
            "The received bytes do not have the declared SHA-256: upload them again."
        case .idTaken: "This id belongs to another picture. Choose another."
        case .lengthInvalid: "The picture is empty: send at least one byte."
        case .lengthMismatch:
            "The number of received bytes differs from the declared length: upload the picture "
                + "again."
        case .notFound: "There is no such picture."
        case .quotaReached: "You have the maximum number or size of pictures: remove some first."
        case .rangeInvalid: "The range is not within the picture."
        case .storageFull: "There is no room for another picture at the moment. Try again later."
        case .tooLarge: "The picture has too many bytes: send a smaller one."
        case .tooMany: "There are too many pictures at once: name at most 10."
        case .tooManyPixels: "The picture has too many pixels: send a smaller one."
        case .unsupportedType: "The picture's type is not supported: send JPEG, PNG or WebP."
        case .unusedExhausted:
            "You have uploaded too many pictures in the last 24 hours without using them: use "
                + "some, or wait."
        }
    }
}
