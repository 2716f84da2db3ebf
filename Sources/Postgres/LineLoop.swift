import CLibPQ
import Synchronization
import Values

/// What a line's thread does all its life: take statements, send them, wait, hand out answers.
///
/// Lives on that thread alone. Extensions by aspect: sending, receiving.
final class LineLoop {
    /// How long beyond a statement's time limit the server may be silent.
    private static let silenceMax = Duration.seconds(3)

    /// A statement that was sent.
    struct Flight {
        let request: Request
        /// The prepared statement's name on this connection.
        let statement: String
        /// How many answers come before the statement's own: DEALLOCATE, BEGIN, Parse.
        var preludes: Int
        /// Whether its Parse is among them.
        let isFirst: Bool
        /// Why a prelude failed.
        var failure: PostgresError?
    }

    let plan: Line.Plan
    let mailbox: Mailbox
    var link: Link?
    var statements: StatementCache
    var taken: [Request] = []
    var pending = Queue<Request>()
    var flights = Queue<Flight>()
    /// Whether the first flight has its answer, and only its end is missing.
    var isAnswered = false
    /// Syncs sent and not answered.
    var syncs = 0
    /// To be sent again before everything else.
    var again: [Request] = []
    /// Why statements could not be prepared, by their names, for those under way that were sent
    /// before that was known.
    var failedParses: [String: PostgresError] = [:]
    /// Requests that are sent the second time because their prepared statement was stale.
    var repeated: Set<ObjectIdentifier> = []
    var settled: [(Request, Result<Answer, any Error>)] = []
    /// The transaction that is open on the connection, and the one begun last.
    var openTransaction: UInt64?
    var lastTransaction: UInt64?
    var backoff = Backoff(from: .milliseconds(20), to: .seconds(1))
    /// What the server said when it ended the connection.
    var lastWord: String?
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

    init(_ plan: Line.Plan, _ mailbox: Mailbox) {
        self.plan = plan
        self.mailbox = mailbox
        statements = StatementCache(countMax: plan.statementsMax)
    }

    func run() {
        var isClosed = false
        while true {
            take(&isClosed)
            let isIdle = pending.isEmpty && flights.isEmpty && cancelling == nil
            if isClosed && isIdle { break }
            if !pending.isEmpty && link == nil { connect() }
            send()
            handOut()
            wait()
            receive()
            handOut()
        }
        if link != nil { plan.metrics.hasClosed() }
        link = nil
        for request in mailbox.stop() {
            request.settle(.failure(PostgresError.unavailable("the database client is closed")))
        }
    }

    private func take(_ isClosed: inout Bool) {
        let news = mailbox.take(into: &taken)
        isClosed = news.isClosed
        for request in taken { pending.append(request) }
        taken.removeAll(keepingCapacity: true)
        for request in news.cancelled { cancel(request) }
        if let cancelling, news.cancelEnded >= cancelling.number { hasAskedToCancel() }
    }

    private func connect() {
        // What waits for the connection waits for the server: others are better off elsewhere.
        mailbox.headSince.store(monotonicNanoseconds(), ordering: .relaxed)
        if backoff.failures > 0 {
            _ = mailbox.wakeup.wait(
                socket: -1,
                writing: false,
                milliseconds: Int32(backoff.pause.milliseconds)
            )
        }
        do {
            let link = try Link(plan.link)
            try link.enterPipeline()
            self.link = link
            backoff.reset()
            plan.metrics.hasOpened()
            plan.availability.reached()
        } catch {
            backoff.grow()
            plan.metrics.wasRefused()
            plan.availability.refused(error)
            // Nobody waits longer than one pause and one attempt, however late they came to it.
            var isClosed = false
            take(&isClosed)
            for request in pending.removeAll() { settle(request, .failure(error)) }
        }
        mailbox.headSince.store(0, ordering: .relaxed)
    }

    /// Sleeps until there is something to do: an answer, room for bytes, a statement where none is
    /// under way, or a moment at which patience ends.
    ///
    /// While statements are under way, new ones need not wake the thread: the server works on one
    /// after the other, and with the answers more go out together.
    private func wait() {
        guard let link else { return waitWithoutLink() }
        isStuck = false
        let isIdle = flights.isEmpty
        if isIdle {
            guard pending.isEmpty, mailbox.sleep() else { return }
        } else if unsafe PQisBusy(link.connection) == 0 {
            // libpq reads where it cannot write: an answer may be here although the socket is dry.
            return
        }
        let now = monotonicNanoseconds()
        let end = patienceEnd(isIdle: isIdle)
        var pause = end.map { $0 > now ? $0 - now : 0 }
        // Those who wait to be sent are looked at now and then.
        if !isIdle, let waitMax = plan.waitMax {
            pause = min(pause ?? .max, max(waitMax.nanoseconds / 4, 1_000_000))
        }
        let isReady = mailbox.wakeup.wait(
            socket: unsafe PQsocket(link.connection),
            writing: hasUnsentBytes,
            milliseconds: pause.map { Int32(min($0 / 1_000_000 + 1, 3_600_000)) } ?? -1
        )
        isStuck = !isReady && !isIdle
        if isReady {
            heardAt = monotonicNanoseconds()
        } else if let end, monotonicNanoseconds() >= end {
            lose("the server does not answer")
        }
    }

    /// When the connection is given up unless something comes.
    private func patienceEnd(isIdle: Bool) -> UInt64? {
        var end: UInt64?
        let timeout = plan.link.statementTimeout
        // The server ends statements in time; one that does not answer at all is gone.
        if !isIdle, timeout != .zero {
            end = heardAt + (timeout + Self.silenceMax).nanoseconds
        }
        if let cancelling { end = min(end ?? .max, cancelling.end) }
        return end
    }

    private func waitWithoutLink() {
        guard pending.isEmpty, mailbox.sleep() else { return }
        _ = mailbox.wakeup.wait(socket: -1, writing: false, milliseconds: -1)
    }

    /// The connection is gone: what was sent fails, what was not may go on another.
    func lose(_ message: String) {
        plan.metrics.wasLost()
        plan.availability.lost(.unavailable(message))
        link = nil
        statements.removeAll()
        failedParses.removeAll()
        openTransaction = nil
        syncs = 0
        isAnswered = false
        hasUnsentBytes = false
        isStuck = false
        lastWord = nil
        for flight in flights.removeAll() {
            let error =
                flight.failure ?? PostgresError.lost(message, statement: flight.request.sql.text)
            settle(flight.request, .failure(error))
        }
        if cancelling != nil { hasAskedToCancel() }
        pending.prepend(again)
        again.removeAll()
        mailbox.headSince.store(0, ordering: .relaxed)
    }

    func settle(_ request: Request, _ outcome: Result<Answer, any Error>) {
        if !repeated.isEmpty { repeated.remove(ObjectIdentifier(request)) }
        if cancelling?.request === request { return cancelledHasEnded() }
        settled.append((request, outcome))
    }

    /// Resumes all tasks whose answers have come, together.
    private func handOut() {
        guard !settled.isEmpty else { return }
        mailbox.outstanding.subtract(settled.count, ordering: .relaxed)
        for (request, outcome) in settled { request.settle(outcome) }
        settled.removeAll(keepingCapacity: true)
    }
}
