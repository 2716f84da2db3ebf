import Synchronization

/// An open connection with its thread, as tasks see it. Once it was lost it is of no use.
final class PipelinedConnection: Sendable {
    /// How a line behaves.
    struct Configuration: Sendable {
        var libpq: LibPQConnection.Configuration
        /// How many statements share one sync.
        var batchMax: Int
        var statementsMax: Int
        /// How long a read waits to be sent, before it is refused; `nil` has no limit.
        var waitMax: Duration?
        /// Whether tasks send their statements by themselves while the connection has nothing to
        /// do; else its thread gathers what comes meanwhile, and sends it together.
        var sendsFromCallers: Bool
        var availability: Availability
        var metrics: DatabaseMetrics.ConnectionMetrics
    }

    private let core: Core
    private var mailbox: Mailbox { core.mailbox }

    /// Connects; blocks as `LibPQConnection` does.
    init(connecting configuration: Configuration) throws(PostgresError) {
        let libpq = try LibPQConnection(configuration.libpq)
        try libpq.enterPipeline()
        let core = Core(configuration, libpq)
        guard DedicatedThread.start({ core.run() }) else {
            throw .unavailable("no thread to be had")
        }
        self.core = core
    }

    deinit {
        mailbox.close()
    }

    /// The connection stands, as far as is known, and takes statements.
    var isOpen: Bool { mailbox.isOpen.load(ordering: .acquiring) }
    var outstanding: Int { mailbox.outstanding.load(ordering: .relaxed) }
    var headSince: UInt64 { mailbox.headSince.load(ordering: .relaxed) }

    /// Sends a statement and waits for its answer.
    func perform(_ queued: QueuedStatement) async throws -> QueryResult {
        try await withCheckedThrowingContinuation { continuation in
            if queued.wait(continuation) { post(queued) }
        }
    }

    /// The same for a statement that others may travel before; `submit` lays it down with them.
    func perform(
        _ queued: QueuedStatement,
        _ submit: (QueuedStatement) -> Submission
    ) async throws -> QueryResult {
        try await withCheckedThrowingContinuation { continuation in
            if queued.wait(continuation) { flush(submit(queued)) }
        }
    }

    /// Sends a statement; a task that is cancelled meanwhile leaves the answer to nobody.
    func performDroppable(_ queued: QueuedStatement) async throws -> QueryResult {
        try await withTaskCancellationHandler {
            try await perform(queued)
        } onCancel: {
            queued.complete(.failure(CancellationError()))
        }
    }

    /// Sends a statement; where its task is cancelled meanwhile, the server is asked to stop.
    /// Returns only when the connection is free of it.
    func performCancellable(_ queued: QueuedStatement) async throws -> QueryResult {
        try await withTaskCancellationHandler {
            try await perform(queued)
        } onCancel: {
            if queued.isToBeCancelled() { mailbox.cancel(queued) }
        }
    }

    /// Since when the statement waits for its answer that waits longest on one of these.
    static func waitingSince(_ connections: [PipelinedConnection]) -> UInt64? {
        connections.map(\.headSince).filter { $0 != 0 }.min()
    }

    /// Tells all who wait for answers; the answers, if they come, are then for nobody.
    func refuseAll(_ error: PostgresError) {
        core.refuseAll(error)
    }

    /// Accepts nothing more; the connection ends after what is under way.
    func end() {
        mailbox.close()
    }

    /// Ends the connection after what is under way, and waits for that.
    func close() async {
        mailbox.close()
        await mailbox.stopped()
    }

    /// Statements that were laid down together, and what is to be done about them.
    struct Submission {
        fileprivate let requests: [QueuedStatement]
        fileprivate let posting: Mailbox.Posting
    }

    /// Why a statement cannot be sent over a connection that is gone.
    private static func fallen(_ queued: QueuedStatement) -> PostgresError {
        .unsent("the connection has fallen, or was closed", statement: queued.sql.text)
    }

    /// Sends a statement.
    private func post(_ queued: QueuedStatement) {
        flush(submit([queued]))
    }

    /// Lays statements down that travel together. Settles none, so that it may be called with a
    /// lock; whoever calls it has them carried, without.
    func submit(_ requests: [QueuedStatement]) -> Submission {
        Submission(requests: requests, posting: mailbox.post(requests))
    }

    /// Lays a statement down whose answer says that the server answers, and no more.
    func submitProbe() -> Submission {
        submit([QueuedStatement("SELECT 1", .alone) { _ in }])
    }

    /// Sends statements that were laid down.
    func flush(_ submission: Submission) {
        switch submission.posting {
        case .accepted:
            // Its thread takes it with the next answer, if it is at work at this moment.
            if core.sendsFromCallers, core.send() == false { mailbox.wakeup.wake() }
        case .acceptedAsleep:
            if !core.sendsFromCallers || core.send() != true { mailbox.wakeup.wake() }
        case .closed:
            for queued in submission.requests { queued.complete(.failure(Self.fallen(queued))) }
        }
    }
}

extension PipelinedConnection {
    /// What the connection's thread shares with the tasks, which do not keep it alive.
    private final class Core: Sendable {
        let mailbox = Mailbox()
        let sendsFromCallers: Bool
        private let loop: Mutex<PipelineLoop>

        init(_ configuration: Configuration, _ libpq: sending LibPQConnection) {
            sendsFromCallers = configuration.sendsFromCallers
            loop = Mutex(PipelineLoop(configuration, mailbox, libpq))
        }

        /// What the thread does; the loop is free for others while it waits.
        func run() {
            while let rest = loop.withLock({ $0.advance() }) {
                let isReady = mailbox.wakeup.wait(
                    socket: rest.socket,
                    writing: rest.isWriting,
                    milliseconds: rest.milliseconds
                )
                loop.withLock { $0.wake(from: rest, isReady: isReady) }
            }
            loop.withLock { $0.end() }
            // Nothing is taken any more; what was laid down meanwhile is refused.
            for queued in mailbox.stop() {
                queued.complete(.failure(PipelinedConnection.fallen(queued)))
            }
        }

        func refuseAll(_ error: PostgresError) {
            loop.withLock { $0.refuseAll(error) }
        }

        /// Sends what was laid down, on the caller's thread.
        ///
        /// - Returns: False where the connection's own must do it; `nil` where that is at work.
        func send() -> Bool? {
            loop.withLockIfAvailable { $0.sendFromCaller() }
        }
    }
}
