public import Logging
public import Postgres
public import ServiceLifecycle
public import Values

/// The loop that deletes what has been kept long enough: stored replies after 14 days
/// (2.14-write-id), the ids of received events after 30 (2.14-between-services).
public struct Purge: Service {
    private let database: Database
    private let now: @Sendable () -> Instant
    private let interval: Duration
    private let logger: Logger

    /// Purges a database.
    ///
    /// - Parameters:
    ///   - database: The service's own.
    ///   - now: The time.
    ///   - interval: How often.
    ///   - logger: Receives a line for each failure.
    public init(
        of database: Database,
        now: @escaping @Sendable () -> Instant = { .now() },
        interval: Duration = .minutes(10),
        logger: Logger = Logger(label: "gauntlet.purge")
    ) {
        self.database = database
        self.now = now
        self.interval = interval
        self.logger = logger
    }

    /// Purges until shutdown.
    public func run() async throws {
        let queue = WakeableQueue<Void>()
        await withTaskCancellationOrGracefulShutdownHandler {
            while !Task.isCancelled, !queue.isClosed {
                do {
                    _ = try await purge()
                } catch {
                    if !Task.isCancelled {
                        logger.warning(
                            "Deleting old stored replies and received events failed; will retry.",
                            metadata: ["error": "\(error)"]
                        )
                    }
                }
                if !queue.isClosed { _ = await queue.take(within: interval) }
            }
        } onCancelOrGracefulShutdown: {
            queue.close()
        }
    }

    /// Deletes everything old, a thousand rows at a time. Returns the number of rows.
    public func purge() async throws -> Int {
        let moment = now()
        let replies = try await database.inBatches { tx, limit in
            try await tx.purgeReplies(before: moment - .days(14), limit: limit)
        }
        let events = try await database.inBatches { tx, limit in
            try await tx.purgeReceivedEvents(before: moment - .days(30), limit: limit)
        }
        return replies + events
    }
}
