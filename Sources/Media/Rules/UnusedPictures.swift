import MediaAPI
import Values
import Wire

/// What a person has of pictures that nothing uses and that came in the last 24 hours, and of
/// uploads under way (2.12-unused).
struct UnusedPictures {
    /// A picture that nothing uses.
    struct Kept {
        let bytes: Int64
        let uploadedAt: Instant
    }

    /// How long an upload counts that nothing uses.
    static let window = Duration.days(1)
    /// How long to wait where uploads under way leave no room: any of them may end.
    static let pause = Duration.seconds(10)

    /// The newest first, at least as many as are allowed.
    let kept: [Kept]
    /// How many bytes each upload under way has, or may have.
    let underWay: [Int64]

    /// Refuses one more upload with `media.unused_exhausted`, and says when enough of the oldest
    /// pictures have left the 24 hours.
    func check(adding bytes: Int64, _ limits: UploadLimits, at now: Instant) throws(Refusal) {
        var count = underWay.count + 1
        var total = underWay.reduce(bytes, +)
        guard count <= limits.unusedMax, total <= limits.unusedBytesMax else {
            throw Refusal(
                MediaError.unusedExhausted,
                retryAfterSeconds: Self.pause.secondsToWait
            )
        }
        for picture in kept {
            count += 1
            total += picture.bytes
            guard count <= limits.unusedMax, total <= limits.unusedBytesMax else {
                throw Refusal(
                    MediaError.unusedExhausted,
                    retryAfterSeconds: (picture.uploadedAt + Self.window - now).secondsToWait
                )
            }
        }
    }
}
