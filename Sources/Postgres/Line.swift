import Synchronization

/// A connection with its thread, as tasks see it. It connects when it is first needed, and again
/// after it was lost.
final class Line: Sendable {
    /// How a line behaves.
    struct Plan: Sendable {
        var link: Link.Plan
        /// How many statements share one sync.
        var batchMax: Int
        var statementsMax: Int
        /// How long a read waits to be sent, before it is refused; `nil` has no limit.
        var waitMax: Duration?
        var availability: Availability
        var metrics: DatabaseMetrics.Lines
    }

    private let plan: Plan
    private let mailbox = Mailbox()

    init(_ plan: Plan) {
        self.plan = plan
    }

    deinit {
        mailbox.close()
    }

    var outstanding: Int { mailbox.outstanding.load(ordering: .relaxed) }
    var headSince: UInt64 { mailbox.headSince.load(ordering: .relaxed) }

    /// Sends a statement and waits for its answer.
    func perform(_ request: Request) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            if request.wait(continuation) { post(request) }
        }
    }

    /// Sends a statement; a task that is cancelled meanwhile leaves the answer to nobody.
    func performDroppable(_ request: Request) async throws -> Answer {
        try await withTaskCancellationHandler {
            try await perform(request)
        } onCancel: {
            request.settle(.failure(CancellationError()))
        }
    }

    /// Sends a statement; where its task is cancelled meanwhile, the server is asked to stop.
    /// Returns only when the connection is free of it.
    func performCancellable(_ request: Request) async throws -> Answer {
        try await withTaskCancellationHandler {
            try await perform(request)
        } onCancel: {
            if request.isToBeCancelled() { mailbox.cancel(request) }
        }
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

    private func post(_ request: Request) {
        switch mailbox.post(request) {
        case .accepted:
            break
        case .acceptedFirst:
            let isRunning = OwnThread.start { [plan, mailbox] in
                LineLoop(plan, mailbox).run()
            }
            if !isRunning {
                // Others may have laid statements down behind this one.
                for request in mailbox.stop() {
                    request.settle(.failure(PostgresError.unavailable("no thread to be had")))
                }
            }
        case .closed:
            request.settle(.failure(PostgresError.unavailable("the database client is closed")))
        }
    }
}
