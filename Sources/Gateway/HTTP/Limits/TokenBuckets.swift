import Identifiers
import Synchronization
import Values

/// Token buckets that limit how many requests each user, or each address, may still send.
///
/// Each owner's bucket holds at most a minute's requests and refills evenly. An owner that was
/// quiet for a minute has a full one, so it need not be kept: there are two generations, and
/// buckets that were not used for a whole minute are dropped with the old one.
///
/// Invariant: at most `bucketsMax` buckets are held. Beyond that the old ones are dropped early,
/// and their owners start with full ones.
final class TokenBuckets<Owner: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var requests: Double
        var filledAt: ContinuousClock.Instant
    }

    private struct Generations {
        var young: [Owner: Bucket] = [:]
        var old: [Owner: Bucket] = [:]
        var turnedAt: ContinuousClock.Instant?
    }

    private let generations = Mutex(Generations())
    private let bucketsMax: Int

    init(bucketsMax: Int = 200_000) {
        self.bucketsMax = bucketsMax
    }

    /// Takes one request from a bucket.
    ///
    /// - Parameters:
    ///   - owner: The bucket's owner.
    ///   - perMinute: How many requests a minute allows.
    ///   - now: The time of a monotonic clock.
    /// - Returns: `nil` if the request is allowed; otherwise the whole seconds until one is.
    func take(
        of owner: Owner,
        perMinute: Double,
        at now: ContinuousClock.Instant
    ) -> Int? {
        generations.withLock { generations in
            turn(&generations, now)
            var bucket =
                generations.young[owner] ?? generations.old.removeValue(forKey: owner)
                ?? Bucket(requests: perMinute, filledAt: now)
            let seconds = max(.zero, now - bucket.filledAt) / .seconds(1)
            bucket.requests = min(perMinute, bucket.requests + seconds * perMinute / 60)
            bucket.filledAt = now
            let missing = 1 - bucket.requests
            if missing <= 0 { bucket.requests -= 1 }
            generations.young[owner] = bucket
            guard missing > 0 else { return nil }
            // Ignores a millionth of a second, which is rounding error.
            return max(1, Int((missing * 60 / perMinute - 0.000_001).rounded(.up)))
        }
    }

    /// The number of buckets held.
    var count: Int {
        generations.withLock { $0.young.count + $0.old.count }
    }

    private func turn(_ generations: inout Generations, _ now: ContinuousClock.Instant) {
        let isOld = generations.turnedAt.map { now - $0 >= .seconds(60) } ?? true
        guard isOld || generations.young.count >= bucketsMax / 2 else { return }
        generations.old = generations.young
        generations.young = [:]
        generations.turnedAt = now
    }
}
