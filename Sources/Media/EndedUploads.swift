import Synchronization

/// Uploads that have ended and whose rows may still stand. A task that was cancelled cannot remove
/// its row: the next upload does, before it counts, and the watch every few seconds.
final class EndedUploads: Sendable {
    private let ids = Mutex<[UnfinishedUpload.ID]>([])

    func add(_ more: [UnfinishedUpload.ID]) {
        ids.withLock { $0 += more }
    }

    /// Hands out the oldest, at most 200; what is not removed is added again.
    func take() -> [UnfinishedUpload.ID] {
        ids.withLock { ids in
            defer { ids.removeFirst(min(200, ids.count)) }
            return Array(ids.prefix(200))
        }
    }
}
