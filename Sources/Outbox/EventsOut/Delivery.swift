public import Logging
public import Metrics
public import Postgres
public import RPC
public import ServiceLifecycle
public import Values
public import Wire

/// The loop that delivers a service's events (2.14-between-services).
///
/// Every event arrives at least once and, per key, in order: the next event of a key is sent only
/// after the receiver has acknowledged the last one, and a row is deleted only then; those of a
/// `JoinableEvent` that wait together are sent as one. Some events having been sent, the next ones
/// gather for 20 ms, so that one statement reads all of them. An event that is refused or not
/// understood holds up its own key and nothing else, and is retried with growing pauses of 50 ms to
/// 1 s. Each sixteenth of the keys is leased to one replica at a time; a dead replica's share is
/// taken over within 3 s.
public struct Delivery: Service {
    private let database: Database
    private let callers: [ServiceName: any Caller]
    private let joinings: [CallID: Joining]
    private let settings: Settings
    private let now: @Sendable () -> Instant
    private let logger: Logger
    /// Logs database failures; shared by the loop and all of its workers.
    private let complaints: RateLimitedLog
    private let metrics: any MetricsFactory

    /// Delivers the events in a database.
    ///
    /// - Parameters:
    ///   - database: The service's own.
    ///   - callers: Every service that events are emitted to.
    ///   - joinings: Which events are sent as one while they wait together.
    ///   - settings: Concurrency, intervals and time limits.
    ///   - now: The time.
    ///   - logger: Receives a line for each event that is not accepted.
    ///   - metrics: Receives how many events wait for each destination, and since when.
    public init(
        of database: Database,
        to callers: [ServiceName: any Caller],
        joining joinings: [Joining] = [],
        settings: Settings = Settings(),
        now: @escaping @Sendable () -> Instant = { .now() },
        logger: Logger = Logger(label: "gauntlet.outbox"),
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.database = database
        self.callers = callers
        self.joinings = Dictionary(uniqueKeysWithValues: joinings.map { ($0.call, $0) })
        self.settings = settings
        self.now = now
        self.logger = logger
        complaints = RateLimitedLog(logger)
        self.metrics = metrics
    }

    /// Delivers until shutdown or cancellation; then lets the deliveries under way finish, and
    /// releases the leases.
    public func run() async throws {
        let leases = Leases(database, duration: settings.lease)
        let workers = callers.map { destination, caller in
            DestinationWorker(
                destination: destination,
                caller: caller,
                joinings: joinings,
                database: database,
                leases: leases,
                settings: settings,
                now: now,
                logger: logger,
                complaints: complaints
            )
        }
        let notices = WakeableQueue<Int64>()
        let subscriptions = workers.map { worker in
            database.signals.subscribe(Outbox.emitted(to: worker.destination)) { partitions in
                worker.queue.nudge()
                if !leases.hold(all: partitions) { notices.post(partitions) }
            }
        }
        defer { for subscription in subscriptions { database.signals.end(subscription) } }
        await withTaskCancellationOrGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await renew(leases, for: workers) }
                group.addTask { await listen(for: workers) }
                group.addTask { await tellOthers(notices, leases) }
                group.addTask { await measure() }
                await withDiscardingTaskGroup { group in
                    for worker in workers {
                        group.addTask { await worker.run() }
                    }
                }
                group.cancelAll()
            }
            try? await uncancelled { try await leases.release() }
        } onCancelOrGracefulShutdown: {
            for worker in workers { worker.queue.close() }
        }
    }

    /// Renews the leases.
    private func renew(_ leases: Leases, for workers: [DestinationWorker]) async {
        await regularly(every: settings.renewal, "Outbox lease renewal failed.") {
            if try await leases.renew() {
                for worker in workers { worker.queue.nudge() }
            }
        }
    }

    /// Wakes the workers when another replica wrote events.
    private func listen(for workers: [DestinationWorker]) async {
        guard let channel = await channel() else { return }
        for await _ in database.listen(channel) {
            for worker in workers { worker.queue.nudge() }
        }
    }

    /// Notifies the other replicas of events that one of them delivers. Never inside a write's
    /// transaction, and with a pause after each notification, because NOTIFY holds a server-wide
    /// lock.
    private func tellOthers(_ notices: WakeableQueue<Int64>, _ leases: Leases) async {
        guard let channel = await channel() else { return }
        while !Task.isCancelled {
            let written = await notices.take(within: .seconds(60)).reduce(0, |)
            guard !leases.hold(all: written) else { continue }
            try? await database.notify(channel, "")
            try? await Task.sleep(for: settings.notice)
        }
    }

    /// The channel of this service, named by its schema.
    private func channel() async -> String? {
        while !Task.isCancelled {
            if let schema = try? await database.currentSchema() { return "outbox_\(schema)" }
            try? await Task.sleep(for: settings.renewal)
        }
        return nil
    }

    /// Records how many events wait, and since when.
    private func measure() async {
        await regularly(every: settings.gauge, "Outbox measurement failed.") {
            let backlogs = try await database.backlogs()
            for destination in callers.keys {
                let backlog = backlogs.first { $0.destination == destination.rawValue }
                let dimensions = [("destination", destination.rawValue)]
                let age = backlog.map { (now() - $0.oldest) / .seconds(1) } ?? 0
                gauge("gauntlet_outbox_events", dimensions).record(backlog?.count ?? 0)
                gauge("gauntlet_outbox_oldest_age_seconds", dimensions).record(max(0, age))
            }
        }
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> Gauge {
        Gauge(label: label, dimensions: dimensions, factory: metrics)
    }

    private func regularly(
        every interval: Duration,
        _ complaint: Logger.Message,
        _ action: () async throws -> Void
    ) async {
        while !Task.isCancelled {
            do {
                try await action()
            } catch {
                if !Task.isCancelled { complaints.warning(complaint, error) }
            }
            try? await Task.sleep(for: interval)
        }
    }
}
