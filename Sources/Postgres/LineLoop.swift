import CLibPQ
import Logging
import Synchronization

/// What a line's thread does all its life: take statements, send them, wait, hand out answers.
///
/// Lives on that thread alone. Extensions by aspect: sending, receiving.
final class LineLoop {
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

    init(_ plan: Line.Plan, _ mailbox: Mailbox) {
        self.plan = plan
        self.mailbox = mailbox
        statements = StatementCache(countMax: plan.statementsMax)
    }

    func run() {
        var isClosed = false
        while true {
            take(&isClosed)
            if isClosed && pending.isEmpty && flights.isEmpty { break }
            if !pending.isEmpty && link == nil { connect() }
            send()
            handOut()
            wait()
            receive()
            handOut()
        }
        link = nil
        for request in mailbox.stop() {
            request.settle(.failure(PostgresError.unavailable("the database client is closed")))
        }
    }

    private func take(_ isClosed: inout Bool) {
        isClosed = mailbox.take(into: &taken)
        for request in taken { pending.append(request) }
        taken.removeAll(keepingCapacity: true)
    }

    private func connect() {
        if let pause = backoff.pause {
            // Nobody may wait longer than one pause and one attempt.
            _ = mailbox.wakeup.wait(
                socket: -1,
                writing: false,
                milliseconds: Int32(pause.milliseconds)
            )
        }
        do {
            let link = try Link(plan.link)
            try link.enterPipeline()
            self.link = link
            backoff.reset()
        } catch {
            backoff.grow()
            plan.logger.warning("no connection", metadata: ["error": "\(error)"])
            for request in pending.removeAll() { settle(request, .failure(error)) }
        }
    }

    private func wait() {
        guard let link else { return waitWithoutLink() }
        let limit: Int32
        if flights.isEmpty {
            guard pending.isEmpty, mailbox.sleep() else { return }
            limit = -1
        } else {
            // New statements need not wake the thread: the server works on one after the other,
            // and with the answers more go out together.

            // The server ends statements in time; one that does not answer at all is gone.
            let timeout = plan.link.statementTimeout
            limit = timeout == .zero ? -1 : Int32(timeout.milliseconds + 5_000)
        }
        let started = limit < 0 ? 0 : monotonicNanoseconds()
        let isReady = mailbox.wakeup.wait(
            socket: unsafe PQsocket(link.connection),
            writing: hasUnsentBytes,
            milliseconds: limit
        )
        let patience = UInt64(max(limit, 0)) * 1_000_000
        if limit >= 0, !isReady, monotonicNanoseconds() - started >= patience {
            lose("the server does not answer")
        }
    }

    private func waitWithoutLink() {
        guard pending.isEmpty, mailbox.sleep() else { return }
        _ = mailbox.wakeup.wait(socket: -1, writing: false, milliseconds: -1)
    }

    /// The connection is gone: what was sent fails, what was not may go on another.
    func lose(_ message: String) {
        plan.logger.warning("connection lost", metadata: ["message": "\(message)"])
        link = nil
        statements.removeAll()
        openTransaction = nil
        syncs = 0
        isAnswered = false
        hasUnsentBytes = false
        lastWord = nil
        for flight in flights.removeAll() {
            let error =
                flight.failure ?? PostgresError.lost(message, statement: flight.request.sql.text)
            settle(flight.request, .failure(error))
        }
        pending.prepend(again)
        again.removeAll()
        mailbox.headSince.store(0, ordering: .relaxed)
    }

    func settle(_ request: Request, _ outcome: Result<Answer, any Error>) {
        settled.append((request, outcome))
        if !repeated.isEmpty { repeated.remove(ObjectIdentifier(request)) }
    }

    /// Resumes all tasks whose answers have come, together.
    private func handOut() {
        guard !settled.isEmpty else { return }
        mailbox.outstanding.subtract(settled.count, ordering: .relaxed)
        for (request, outcome) in settled { request.settle(outcome) }
        settled.removeAll(keepingCapacity: true)
    }
}
