import Synchronization

/// A bounded cache of what is costly to find out again, such as which user a token is for or what a
/// picture is.
///
/// Invariant: at most `limit` values are held. There are two generations: once the young one has
/// half of the limit, it becomes the old one, and the previous old one is dropped. A value that is
/// read moves to the young one.
final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// The cached value; setting `nil` removes it.
    subscript(_ key: Key) -> Value? {
        get {
            generations.withLock { generations in
                if let value = generations.young[key] { return value }
                guard let value = generations.old.removeValue(forKey: key) else { return nil }
                add(key, value, to: &generations)
                return value
            }
        }
        set {
            generations.withLock { generations in
                if let newValue {
                    add(key, newValue, to: &generations)
                } else {
                    generations.young[key] = nil
                    generations.old[key] = nil
                }
            }
        }
    }

    /// The number of cached values.
    var count: Int {
        generations.withLock { $0.young.count + $0.old.count }
    }

    private func add(_ key: Key, _ value: Value, to generations: inout Generations) {
        if generations.young.count >= limit / 2 {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[key] = value
    }
}
