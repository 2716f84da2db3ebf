import Synchronization

/// An open connection with its thread, as tasks see it. Unusable once lost.
final class PipelinedConnection: Sendable {
    /// How a connection behaves.
    struct Configuration: Sendable {
        var libpq: LibPQConnection.Configuration
        /// The maximum number of statements that share one sync.
        var batchMax: Int
        var statementsMax: Int
        /// How long a read waits to be sent before it is refused; `nil` means no limit.
        var waitMax: Duration?
        /// Whether tasks send their statements themselves while the connection is idle; otherwise
        /// its thread gathers what comes meanwhile, and sends it together.
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
            throw .unavailable("no thread is available")
        }
        self.core = core
    }

    deinit {
        mailbox.close()
    }

    /// Whether the connection is open, as far as is known, and takes statements.
    var isOpen: Bool { mailbox.isOpen.load(ordering: .acquiring) }
    var outstanding: Int { mailbox.outstanding.load(ordering: .relaxed) }
    var headSince: UInt64 { mailbox.headSince.load(ordering: .relaxed) }

    /// Sends a statement and waits for its result.
    func perform(_ queued: QueuedStatement) async throws -> QueryResult {
        try await withCheckedThrowingContinuation { continuation in
            if queued.wait(continuation) { post(queued) }
        }
    }

    /// Performs a statement that others may precede; `submit` queues it together with them.
    func perform(
        _ queued: QueuedStatement,
        _ submit: (QueuedStatement) -> Submission
    ) async throws -> QueryResult {
        try await withCheckedThrowingContinuation { continuation in
            if queued.wait(continuation) { flush(submit(queued)) }
        }
    }

    /// Sends a statement; if its task is cancelled meanwhile, the result is dropped.
    func performDroppable(_ queued: QueuedStatement) async throws -> QueryResult {
        try await withTaskCancellationHandler {
            try await perform(queued)
        } onCancel: {
            queued.complete(.failure(CancellationError()))
        }
    }

    /// Sends a statement; if its task is cancelled meanwhile, asks the server to cancel it. Returns
    /// only when the connection is free of it.
    func performCancellable(_ queued: QueuedStatement) async throws -> QueryResult {
        try await withTaskCancellationHandler {
            try await perform(queued)
        } onCancel: {
            if queued.beginCancelling() { mailbox.cancel(queued) }
        }
    }

    /// The start of the longest wait for a result on any of the connections; `nil` if none waits.
    static func waitingSince(_ connections: [PipelinedConnection]) -> UInt64? {
        connections.map(\.headSince).filter { $0 != 0 }.min()
    }

    /// Completes all waiting statements with the error; later results are dropped.
    func refuseAll(_ error: PostgresError) {
        core.refuseAll(error)
    }

    /// Accepts no more statements; the connection ends when what is under way is done.
    func end() {
        mailbox.close()
    }

    /// Ends the connection when what is under way is done, and waits for that.
    func close() async {
        mailbox.close()
        await mailbox.stopped()
    }

    /// Statements that were queued together, and how to send them.
    struct Submission {
        fileprivate let statements: [QueuedStatement]
        fileprivate let posting: Mailbox.Posting
    }

    /// The error of a statement that cannot be sent because the connection is gone.
    private static func fallen(_ queued: QueuedStatement) -> PostgresError {
        .unsent("the connection was lost or closed", statement: queued.sql.text)
    }

    private func post(_ queued: QueuedStatement) {
        flush(submit([queued]))
    }

    /// Queues statements to be sent together. Completes none, so it may be called with a lock held;
    /// the caller then calls `flush` without it.
    func submit(_ statements: [QueuedStatement]) -> Submission {
        Submission(statements: statements, posting: mailbox.post(statements))
    }

    /// Queues a statement that only checks that the server answers.
    func submitProbe() -> Submission {
        submit([QueuedStatement("SELECT 1", .alone) { _ in }])
    }

    /// Sends statements that were queued.
    func flush(_ submission: Submission) {
        switch submission.posting {
        case .accepted:
            // The connection's thread takes it with the next result, if it is working at this
            // moment.
            if core.sendsFromCallers, core.send() == false { mailbox.wakeup.wake() }
        case .acceptedAsleep:
            if !core.sendsFromCallers || core.send() != true { mailbox.wakeup.wake() }
        case .closed:
            for queued in submission.statements { queued.complete(.failure(Self.fallen(queued))) }
        }
    }
}

extension PipelinedConnection {
    /// What the connection's thread shares with the tasks. Does not keep the connection alive.
    private final class Core: Sendable {
        let mailbox = Mailbox()
        let sendsFromCallers: Bool
        private let loop: Mutex<PipelineLoop>

        init(_ configuration: Configuration, _ libpq: sending LibPQConnection) {
            sendsFromCallers = configuration.sendsFromCallers
            loop = Mutex(PipelineLoop(configuration, mailbox, libpq))
        }

        /// The body of the thread; the loop is free for others while the thread waits.
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
            // No more is taken; statements queued meanwhile are refused.
            for queued in mailbox.stop() {
                queued.complete(.failure(PipelinedConnection.fallen(queued)))
            }
        }

        func refuseAll(_ error: PostgresError) {
            loop.withLock { $0.refuseAll(error) }
        }

        /// Sends what is queued, on the caller's thread.
        ///
        /// - Returns: False if the connection's own thread must do it; `nil` if that thread is
        ///   working.
        func send() -> Bool? {
            loop.withLockIfAvailable { $0.sendFromCaller() }
        }
    }
}
