import CLibPQ
import Synchronization

/// What a line's thread does all its life: take statements, send them, wait, hand out answers.
///
/// One thread at a time has it: the line's own, but while that one waits, a task that lays a
/// statement down may send it by itself. Extensions by aspect: sending, receiving.
final class PipelineLoop {
    /// How long beyond a statement's time limit the server may be silent.
    private static let silenceMax = Duration.seconds(3)

    /// A statement that was sent.
    struct Flight {
        let queued: QueuedStatement
        /// The prepared statement's name on this connection.
        let statement: String
        /// How many answers come before the statement's own: DEALLOCATE, BEGIN, Parse.
        var preludes: Int
        /// Whether its Parse is among them.
        let isFirst: Bool
        /// Why a prelude failed.
        var failure: PostgresError?
    }

    let configuration: PipelinedConnection.Configuration
    let mailbox: Mailbox
    var libpq: LibPQConnection?
    var statements: StatementCache
    /// The server knows how transactions begin.
    var isBeginPrepared = false
    var taken: [QueuedStatement] = []
    var pending = Queue<QueuedStatement>()
    var flights = Queue<Flight>()
    /// Whether the first flight has its answer, and only its end is missing.
    var isAnswered = false
    /// Syncs sent and not answered.
    var syncs = 0
    /// To be sent again before everything else.
    var again: [QueuedStatement] = []
    /// Why statements could not be prepared, by their names, for those under way that were sent
    /// before that was known.
    var failedParses: [String: PostgresError] = [:]
    /// Requests that are sent the second time because their prepared statement was stale.
    var repeated: Set<ObjectIdentifier> = []
    var completed: [(QueuedStatement, Result<QueryResult, any Error>)] = []
    /// The transaction that is open on the connection, and the one begun last.
    var openTransaction: UInt64?
    var lastTransaction: UInt64?
    /// What the server said when it ended the connection.
    var lastWord: String?
    /// Why the connection cannot be used any more; the line's thread closes it.
    var breakage: String?
    /// Bytes wait for the socket.
    var hasUnsentBytes = false
    /// The last wait ended without a sign of the server, which works on something: nothing more is
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

    /// Does all there is to do, up to the next wait.
    ///
    /// - Returns: What to wait for; `nil` at the end of the line's life.
    func advance() -> Rest? {
        var isClosed = false
        while true {
            take(&isClosed)
            let isIdle = pending.isEmpty && flights.isEmpty && cancelling == nil
            if isClosed && isIdle { return nil }
            send()
            if let breakage { lose(breakage) }
            // What came after the connection had fallen.
            if libpq == nil { refuseUnsent("the connection has fallen") }
            handOut()
            guard let libpq else { return nil }
            if let rest = rest(libpq) { return rest }
            receive()
            handOut()
        }
    }

    /// Sends what was laid down, on the thread of the task that did it, while the line's own
    /// waits for the socket: that spares waking it, and it hears the answer all the same.
    ///
    /// - Returns: False where the thread must be woken: it alone closes what fell.
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

    /// The line has come to its end.
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

    /// What the line's thread waits for.
    struct Rest {
        let socket: Int32
        let isWriting: Bool
        /// −1 has no limit.
        let milliseconds: Int32
        /// Nothing was under way when it began.
        let isIdle: Bool
    }

    /// What to wait for: an answer, room for bytes, a statement where none is under way, or a
    /// moment at which patience ends. `nil` where there is something to do at once.
    ///
    /// While statements are under way, new ones need not wake the thread: the server works on one
    /// after the other, and with the answers more go out together.
    private func rest(_ libpq: LibPQConnection) -> Rest? {
        isStuck = false
        let isIdle = flights.isEmpty
        if isIdle {
            guard pending.isEmpty, mailbox.sleep() else { return nil }
        } else if unsafe PQisBusy(libpq.connection) == 0 {
            // libpq reads where it cannot write: an answer may be here although the socket is dry.
            return nil
        }
        let now = monotonicNanoseconds()
        var pause = patienceEnd().map { $0 > now ? $0 - now : 0 }
        if isIdle {
            // A caller may send a statement meanwhile, and the server may then be gone.
            if configuration.sendsFromCallers { pause = pause ?? patience }
        } else if let waitMax = configuration.waitMax {
            // Those who wait to be sent are looked at now and then.
            pause = min(pause ?? .max, max(waitMax.nanoseconds / 4, 1_000_000))
        }
        return Rest(
            socket: unsafe PQsocket(libpq.connection),
            isWriting: hasUnsentBytes,
            milliseconds: pause.map { Int32(min($0 / 1_000_000 + 1, 3_600_000)) } ?? -1,
            isIdle: isIdle
        )
    }

    /// The wait is over; `isReady` says whether the socket has something.
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

    /// How long the server may be silent while it works; `nil` where there is no limit.
    private var patience: UInt64? {
        let timeout = configuration.libpq.statementTimeout
        return timeout == .zero ? nil : (timeout + Self.silenceMax).nanoseconds
    }

    /// When the connection is given up unless something comes.
    private func patienceEnd() -> UInt64? {
        var end: UInt64?
        // The server ends statements in time; one that does not answer at all is gone.
        if !flights.isEmpty, let patience { end = heardAt + patience }
        if let cancelling { end = min(end ?? .max, cancelling.end) }
        return end
    }

    /// The connection is gone: what was sent fails, what was not may go on another.
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

    /// Tells all whose statements have no answer yet.
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

    /// Resumes all tasks whose answers have come, together.
    private func handOut() {
        guard !completed.isEmpty else { return }
        mailbox.outstanding.subtract(completed.count, ordering: .relaxed)
        for (queued, outcome) in completed { queued.complete(outcome) }
        completed.removeAll(keepingCapacity: true)
    }
}
