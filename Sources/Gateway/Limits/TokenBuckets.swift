import Identifiers
import Synchronization
import Values

/// How much each person, or each address, may still ask.
///
/// A bucket for each holds a minute's requests at most and is filled evenly. Whoever was quiet for
/// a minute has a full one, so such buckets need not be kept: there are two generations, and what
/// was not touched for a whole minute falls away with the old one.
///
/// Invariant: at most `bucketsMax` buckets are held. Beyond that the old ones fall away before
/// their time, and their owners begin with full ones.
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

    /// Takes one request from a budget.
    ///
    /// - Parameters:
    ///   - owner: Whose budget.
    ///   - perMinute: How many requests a minute has.
    ///   - now: The time on a clock that does not jump.
    /// - Returns: `nil` where there was one; else the whole seconds until there is.
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
            // A millionth of a second more or less is the arithmetic's.
            return max(1, Int((missing * 60 / perMinute - 0.000_001).rounded(.up)))
        }
    }

    /// How many buckets are held.
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
