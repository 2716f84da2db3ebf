import Synchronization

/// Whether something lasts that the log hears of when it begins and when it is over, and not in
/// between.
final class Episode: Sendable {
    private let lasts = Mutex(false)

    /// Whether it lasts at present.
    var isUnderWay: Bool { lasts.withLock(\.self) }

    /// - Returns: Whether it lasts from now on only.
    func begin() -> Bool {
        lasts.withLock { lasts in
            defer { lasts = true }
            return !lasts
        }
    }

    /// - Returns: Whether it lasted until now.
    func end() -> Bool {
        lasts.withLock { lasts in
            defer { lasts = false }
            return lasts
        }
    }
}
