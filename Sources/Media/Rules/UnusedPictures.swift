import MediaAPI
import Values
import Wire

/// A user's unused pictures of the last 24 hours, and uploads in progress (2.12-unused).
struct UnusedPictures {
    /// An unused picture.
    struct Kept {
        let bytes: Int64
        let uploadedAt: Instant
    }

    /// How long an unused picture counts.
    static let window = Duration.days(1)
    /// The time to wait if uploads in progress use up the limit, because any of them may end.
    static let pause = Duration.seconds(10)

    /// Newest first, at least as many as the limit.
    let kept: [Kept]
    /// The declared or maximum size of each upload in progress, in bytes.
    let underWay: [Int64]

    /// Refuses another upload with `media.unused_exhausted`. The client may retry when enough of
    /// the oldest pictures are older than 24 hours.
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
