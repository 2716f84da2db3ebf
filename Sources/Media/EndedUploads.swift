import Synchronization

/// Uploads that have ended but whose rows may still exist. A cancelled task cannot remove its row.
/// The next upload removes it before it counts, and `RoomWatch` does so every few seconds.
final class EndedUploads: Sendable {
    private let ids = Mutex<[UnfinishedUpload.ID]>([])

    func add(_ more: [UnfinishedUpload.ID]) {
        ids.withLock { $0 += more }
    }

    /// Removes and returns the oldest, at most 200; the caller adds them again if deleting fails.
    func take() -> [UnfinishedUpload.ID] {
        ids.withLock { ids in
            defer { ids.removeFirst(min(200, ids.count)) }
            return Array(ids.prefix(200))
        }
    }
}
