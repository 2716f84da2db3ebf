import Logging
import Postgres
import ServiceLifecycle
import Values

/// Shows every few seconds how much room there is for pictures, and removes the rows of uploads
/// that have ended.
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
                        complaints.warning("The room for pictures could not be seen.", error)
                    }
                }
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// Looks once.
    func look() async throws {
        // Shown even while the database is away.
        try await onBlockingThread { [room = media.room] in _ = try room.look() }
        try await media.endUploads()
        let underWay = try await media.bytesUnderWay()
        try await onBlockingThread { [room = media.room] in try room.watch(underWay: underWay) }
    }
}
