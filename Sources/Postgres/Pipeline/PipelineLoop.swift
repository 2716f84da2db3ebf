import CLibPQ
import Synchronization

/// The loop of a connection's thread: takes statements, sends them, waits, and hands out results.
///
/// One thread at a time uses it. That is the connection's own thread, but while it waits, a task
/// that queues a statement may send it itself. Extensions by aspect: sending, receiving.
final class PipelineLoop {
    /// How long beyond a statement's time limit the server may stay silent.
    private static let silenceMax = Duration.seconds(3)

    /// A statement that was sent.
    struct Flight {
        let queued: QueuedStatement
        /// The prepared statement's name on this connection.
        let statement: String
        /// The number of results before the statement's own: of DEALLOCATE, BEGIN, Parse.
        var preludes: Int
        /// Whether a Parse is among them.
        let isFirst: Bool
        /// Why a prelude failed.
        var failure: PostgresError?
    }

    let configuration: PipelinedConnection.Configuration
    let mailbox: Mailbox
    var libpq: LibPQConnection?
    var statements: StatementCache
    /// Whether the server has prepared the statement that begins transactions.
    var isBeginPrepared = false
    var taken: [QueuedStatement] = []
    var pending = Queue<QueuedStatement>()
    var flights = Queue<Flight>()
    /// Whether the first flight has its result, and only its end is missing.
    var isAnswered = false
    /// The number of syncs that were sent and not answered.
    var syncs = 0
    /// Statements to send again before all others.
    var again: [QueuedStatement] = []
    /// Why statements could not be prepared, by name, for those under way that were sent before
    /// that was known.
    var failedParses: [String: PostgresError] = [:]
    /// Statements that were sent a second time because their prepared statement was stale.
    var repeated: Set<ObjectIdentifier> = []
    var completed: [(QueuedStatement, Result<QueryResult, any Error>)] = []
    /// The transaction that is open on the connection, and the one begun last.
    var openTransaction: UInt64?
    var lastTransaction: UInt64?
    /// The server's message when it closed the connection.
    var lastWord: String?
    /// Why the connection is no longer usable; its thread closes it.
    var breakage: String?
    /// Whether bytes wait for the socket.
    var hasUnsentBytes = false
    /// Whether the last wait ended without a sign of the server while it worked: nothing more is
    /// sent to it.
    var isStuck = false
    /// When the server last gave a sign of life, or the first statement was sent to it.
    var heardAt: UInt64 = 0
    /// The statement that is being cancelled.
    var cancelling: Cancelling?
    var cancellations: UInt64 = 0

    init(
        _ configuration: PipelinedConnection.Configuration,
        _ mailbox: Mailbox,
        _ libpq: LibPQConnection
    ) {
        self.configuration = configuration
        self.mailbox = mailbox
        self.libpq = libpq
        statements = StatementCache(countMax: configuration.statementsMax)
    }

    /// Does everything there is to do, up to the next wait.
    ///
    /// - Returns: What to wait for; `nil` when the connection has ended.
    func advance() -> Rest? {
        var isClosed = false
        while true {
            take(&isClosed)
            let isIdle = pending.isEmpty && flights.isEmpty && cancelling == nil
            if isClosed && isIdle { return nil }
            send()
            if let breakage { lose(breakage) }
            // Statements that arrived after the connection was lost.
            if libpq == nil { refuseUnsent("the connection was lost") }
            handOut()
            guard let libpq else { return nil }
            if let rest = rest(libpq) { return rest }
            receive()
            handOut()
        }
    }

    /// Sends what is queued on the calling task's thread, while the connection's own thread waits
    /// for the socket: this saves a wakeup, and that thread receives the result all the same.
    ///
    /// - Returns: False if the thread must be woken: only it closes a lost connection.
    func sendFromCaller() -> Bool {
        guard libpq != nil, breakage == nil, cancelling == nil, pending.isEmpty, !hasUnsentBytes
        else {
            return false
        }
        var isClosed = false
        take(&isClosed)
        send()
        handOut()
        return !isClosed && breakage == nil && !flights.isEmpty && pending.isEmpty
            && !hasUnsentBytes
    }

    /// Closes the connection when its thread ends.
    func end() {
        if libpq != nil { configuration.metrics.hasClosed() }
        libpq = nil
    }

    private func take(_ isClosed: inout Bool) {
        let news = mailbox.take(into: &taken)
        isClosed = news.isClosed
        for queued in taken { pending.append(queued) }
        taken.removeAll(keepingCapacity: true)
        for queued in news.cancelled { cancel(queued) }
        if let cancelling, news.cancelEnded >= cancelling.number { hasAskedToCancel() }
    }

    /// What the connection's thread waits for.
    struct Rest {
        let socket: Int32
        let isWriting: Bool
        /// −1 means no limit.
        let milliseconds: Int32
        /// Whether nothing was under way when the wait began.
        let isIdle: Bool
    }

    /// What to wait for: a result, room to write, a statement if none is under way, or a timeout.
    /// Returns nil when there is something to do at once.
    ///
    /// While statements are under way, new ones need not wake the thread: the server works on one
    /// after the other, and new ones are sent together when the next results arrive.
    private func rest(_ libpq: LibPQConnection) -> Rest? {
        isStuck = false
        let isIdle = flights.isEmpty
        if isIdle {
            guard pending.isEmpty, mailbox.sleep() else { return nil }
        } else if unsafe PQisBusy(libpq.connection) == 0 {
            // libpq reads when it cannot write: a result may be here although the socket has
            // nothing.
            return nil
        }
        let now = monotonicNanoseconds()
        var pause = patienceEnd().map { $0 > now ? $0 - now : 0 }
        if isIdle {
            // A caller may send a statement meanwhile, and the server may then be gone.
            if configuration.sendsFromCallers { pause = pause ?? patience }
        } else if let waitMax = configuration.waitMax {
            // Look regularly for statements that have waited too long to be sent.
            pause = min(pause ?? .max, max(waitMax.nanoseconds / 4, 1_000_000))
        }
        return Rest(
            socket: unsafe PQsocket(libpq.connection),
            isWriting: hasUnsentBytes,
            milliseconds: pause.map { Int32(min($0 / 1_000_000 + 1, 3_600_000)) } ?? -1,
            isIdle: isIdle
        )
    }

    /// Ends the wait; `isReady` says whether the socket has something.
    func wake(from rest: Rest, isReady: Bool) {
        guard libpq != nil else { return }
        isStuck = !isReady && !rest.isIdle
        if isReady {
            heardAt = monotonicNanoseconds()
        } else if let end = patienceEnd(), monotonicNanoseconds() >= end {
            lose("the server does not answer")
        }
        receive()
        handOut()
    }

    /// How long the server may stay silent while it works; `nil` means no limit.
    private var patience: UInt64? {
        let timeout = configuration.libpq.statementTimeout
        return timeout == .zero ? nil : (timeout + Self.silenceMax).nanoseconds
    }

    /// When the connection is given up unless something arrives.
    private func patienceEnd() -> UInt64? {
        var end: UInt64?
        // The server enforces the time limit; one that does not answer at all is gone.
        if !flights.isEmpty, let patience { end = heardAt + patience }
        if let cancelling { end = min(end ?? .max, cancelling.end) }
        return end
    }

    /// Handles a lost connection: what was sent fails, what was not may go to another.
    func lose(_ message: String) {
        mailbox.isOpen.store(false, ordering: .releasing)
        configuration.metrics.wasLost()
        configuration.availability.lost(.unavailable(message))
        libpq = nil
        breakage = nil
        for flight in flights.removeAll() {
            let error =
                flight.failure ?? PostgresError.lost(message, statement: flight.queued.sql.text)
            complete(flight.queued, .failure(error))
        }
        if cancelling != nil { hasAskedToCancel() }
        refuseUnsent(message)
        mailbox.headSince.store(0, ordering: .relaxed)
    }

    /// Completes every statement that has no result yet with the error.
    func refuseAll(_ error: PostgresError) {
        var isClosed = false
        take(&isClosed)
        for flight in flights.all { flight.queued.complete(.failure(error)) }
        for queued in pending.all { queued.complete(.failure(error)) }
    }

    private func refuseUnsent(_ message: String) {
        for queued in again + pending.removeAll() {
            let error = PostgresError.unsent(message, statement: queued.sql.text)
            complete(queued, .failure(error))
        }
        again.removeAll()
    }

    func complete(_ queued: QueuedStatement, _ outcome: Result<QueryResult, any Error>) {
        if !repeated.isEmpty { repeated.remove(ObjectIdentifier(queued)) }
        if cancelling?.queued === queued { return cancelledHasEnded() }
        if case .failure(let error as PostgresError) = outcome, error.hasRun {
            configuration.libpq.failures?.note(error)
        }
        completed.append((queued, outcome))
    }

    /// Resumes all tasks whose results have arrived, together.
    private func handOut() {
        guard !completed.isEmpty else { return }
        mailbox.outstanding.subtract(completed.count, ordering: .relaxed)
        for (queued, outcome) in completed { queued.complete(outcome) }
        completed.removeAll(keepingCapacity: true)
    }
}
