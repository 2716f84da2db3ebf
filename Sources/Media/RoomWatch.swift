import Logging
import Postgres
import ServiceLifecycle
import Values

/// Updates the free-space metrics every few seconds, and removes the rows of ended uploads.
struct RoomWatch: Service {
    private let media: Media
    private let interval: Duration
    private let complaints: RateLimitedLog

    init(of media: Media, every interval: Duration = .seconds(10)) {
        self.media = media
        self.interval = interval
        complaints = RateLimitedLog(media.logger, every: .minutes(10))
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await look()
                } catch {
                    if !Task.isCancelled {
                        complaints.warning("Checking the space for pictures failed.", error)
                    }
                }
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// Checks once.
    func look() async throws {
        // Before the database is used, so that the metrics are set even while it is down.
        try await onBlockingThread { [room = media.room] in _ = try room.look() }
        try await media.deleteEndedUploads()
        let underWay = try await media.bytesUnderWay()
        try await onBlockingThread { [room = media.room] in try room.watch(underWay: underWay) }
    }
}
