import Logging
import MediaAPI
import Metrics
import Wire

/// Checks whether the file system has room for another upload (2.12-room), and reports it to the
/// log and the metrics.
///
/// Logs once when uploads are first refused, and once when even the largest would be accepted
/// again.
final class StorageRoom: Sendable {
    private let measure: @Sendable () throws -> DiskSpace
    private let limits: UploadLimits
    private let logger: Logger
    private let refusing = Episode()
    private let free: Gauge
    private let floor: Gauge

    /// The time after which a refused client should retry: an operator has to make room.
    private static let retryAfterSeconds = 60

    init(
        _ limits: UploadLimits,
        logger: Logger,
        metrics: any MetricsFactory,
        measure: @escaping @Sendable () throws -> DiskSpace
    ) {
        self.limits = limits
        self.logger = logger
        self.measure = measure
        free = Gauge(label: "gauntlet_media_free_bytes", factory: metrics)
        floor = Gauge(label: "gauntlet_media_free_bytes_min", factory: metrics)
    }

    /// Refuses with `media.storage_full` if less than the floor would be left. May block.
    ///
    /// - Parameter bytes: The bytes that uploads in progress may still write, including the new
    ///   one.
    /// - Throws: The refusal; `BlobError` if the file system cannot be queried.
    func check(underWay bytes: Int64) throws {
        let space = try look()
        guard space.free - bytes < space.floor(limits.freeBytesMin) else { return }
        throw full(["free": "\(space.free)", "under_way": "\(bytes)"], space)
    }

    /// The refusal of an upload that could not be written completely. May block.
    func full() -> Refusal {
        guard let space = try? look() else { return full([:], nil) }
        return full(["free": "\(space.free)"], space)
    }

    /// Logs when uploads are accepted again. May block.
    ///
    /// - Parameter bytes: The bytes that uploads in progress may still write.
    /// - Throws: `BlobError` if the file system cannot be queried.
    func watch(underWay bytes: Int64) throws {
        let space = try look()
        guard space.free - bytes - limits.imageBytesMax >= space.floor(limits.freeBytesMin) else {
            return
        }
        if refusing.end() {
            logger.notice(
                "There is room for uploads again.",
                metadata: ["free": "\(space.free)"]
            )
        }
    }

    /// Whether the floor is free, and no upload was refused since there was room for the largest.
    /// May block.
    func isThere() throws -> Bool {
        let space = try look()
        return space.free >= space.floor(limits.freeBytesMin) && !refusing.isUnderWay
    }

    /// Measures the free space and updates the metrics. May block.
    func look() throws -> DiskSpace {
        let space = try measure()
        free.record(space.free)
        floor.record(space.floor(limits.freeBytesMin))
        return space
    }

    private func full(_ facts: Logger.Metadata, _ space: DiskSpace?) -> Refusal {
        if refusing.begin() {
            var facts = facts
            facts["floor"] = space.map { "\($0.floor(limits.freeBytesMin))" }
            logger.warning(
                "Refusing uploads: less than GAUNTLET_MEDIA_FREE_MIN would be left free.",
                metadata: facts
            )
        }
        return Refusal(MediaError.storageFull, retryAfterSeconds: Self.retryAfterSeconds)
    }
}
