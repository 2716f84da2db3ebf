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
        case .causeInvalid: "A cause has 1 to 200 characters."
        case .damaged: "The picture is incomplete or damaged."
        case .digestInvalid: "A SHA-256 is written as 64 hexadecimal digits."
        case .digestMismatch: "The received bytes do not have the declared SHA-256."
        case .idTaken: "This id already belongs to another picture."
        case .lengthInvalid: "A picture has at least one byte."
        case .lengthMismatch: "The number of received bytes is not the declared one."
        case .notFound: "There is no such picture."
        case .quotaReached: "You have as many pictures as you may. Remove some first."
        case .rangeInvalid: "The range is not within the picture."
        case .storageFull: "There is no room for another picture at the moment. Try again later."
        case .tooLarge: "The picture has too many bytes."
        case .tooMany: "There are too many pictures at once."
        case .tooManyPixels: "The picture has too many pixels."
        case .unsupportedType: "Only JPEG, PNG and WebP pictures are accepted."
        case .unusedExhausted:
            "Too many pictures uploaded in the last 24 hours are unused. Use some, or wait."
        }
    }
}
