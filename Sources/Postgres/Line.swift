import Synchronization

/// An open connection with its thread, as tasks see it. Once it was lost it is of no use.
final class Line: Sendable {
    /// How a line behaves.
    struct Plan: Sendable {
        var link: Link.Plan
        /// How many statements share one sync.
        var batchMax: Int
        var statementsMax: Int
        /// How long a read waits to be sent, before it is refused; `nil` has no limit.
        var waitMax: Duration?
        /// Whether tasks send their statements by themselves while the connection has nothing to
        /// do; else its thread gathers what comes meanwhile, and sends it together.
        var sendsFromCallers: Bool
        var availability: Availability
        var metrics: DatabaseMetrics.Lines
    }

    private let core: Core
    private var mailbox: Mailbox { core.mailbox }

    /// Connects; blocks as `Link` does.
    init(connecting plan: Plan) throws(PostgresError) {
        let link = try Link(plan.link)
        try link.enterPipeline()
        let core = Core(plan, link)
        guard OwnThread.start({ core.run() }) else { throw .unavailable("no thread to be had") }
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
    func perform(_ request: Request) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            if request.wait(continuation) { post(request) }
        }
    }

    /// The same for a statement that others may travel before; `lay` lays it down with them.
    func perform(_ request: Request, _ lay: (Request) -> Load) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            if request.wait(continuation) { carry(lay(request)) }
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

    /// Since when the statement waits for its answer that waits longest on one of these.
    static func waitingSince(_ lines: [Line]) -> UInt64? {
        lines.map(\.headSince).filter { $0 != 0 }.min()
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
    struct Load {
        fileprivate let requests: [Request]
        fileprivate let posting: Mailbox.Posting
    }

    /// Why a statement cannot be sent over a connection that is gone.
    private static func fallen(_ request: Request) -> PostgresError {
        .unsent("the connection has fallen, or was closed", statement: request.sql.text)
    }

    /// Sends a statement.
    private func post(_ request: Request) {
        carry(load([request]))
    }

    /// Lays statements down that travel together. Settles none, so that it may be called with a
    /// lock; whoever calls it has them carried, without.
    func load(_ requests: [Request]) -> Load {
        Load(requests: requests, posting: mailbox.post(requests))
    }

    /// Lays a statement down whose answer says that the server answers, and no more.
    func loadProbe() -> Load {
        load([Request("SELECT 1", .alone) { _ in }])
    }

    /// Sends statements that were laid down.
    func carry(_ load: Load) {
        switch load.posting {
        case .accepted:
            // Its thread takes it with the next answer, if it is at work at this moment.
            if core.sendsFromCallers, core.send() == false { mailbox.wakeup.wake() }
        case .acceptedAsleep:
            if !core.sendsFromCallers || core.send() != true { mailbox.wakeup.wake() }
        case .closed:
            for request in load.requests { request.settle(.failure(Self.fallen(request))) }
        }
    }
}

extension Line {
    /// What the connection's thread shares with the tasks, which do not keep it alive.
    private final class Core: Sendable {
        let mailbox = Mailbox()
        let sendsFromCallers: Bool
        private let loop: Mutex<LineLoop>

        init(_ plan: Plan, _ link: sending Link) {
            sendsFromCallers = plan.sendsFromCallers
            loop = Mutex(LineLoop(plan, mailbox, link))
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
            for request in mailbox.stop() { request.settle(.failure(Line.fallen(request))) }
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
