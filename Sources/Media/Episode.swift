import Synchronization

/// A lasting condition that is logged when it begins and when it ends, and not in between.
final class Episode: Sendable {
    private let lasts = Mutex(false)

    /// Whether the condition currently holds.
    var isUnderWay: Bool { lasts.withLock(\.self) }

    /// - Returns: Whether it has only just begun.
    func begin() -> Bool {
        lasts.withLock { lasts in
            defer { lasts = true }
            return !lasts
        }
    }

    /// - Returns: Whether it held until now.
    func end() -> Bool {
        lasts.withLock { lasts in
            defer { lasts = false }
            return lasts
        }
    }
}
