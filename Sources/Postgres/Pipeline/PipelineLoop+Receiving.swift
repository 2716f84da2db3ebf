import CLibPQ
import Synchronization

extension PipelineLoop {
    /// Reads every result that has arrived.
    func receive() {
        guard let libpq else { return }
        guard unsafe PQconsumeInput(libpq.connection) == 1 else {
            // The server may have sent a last message before it closed the connection.
            drain(libpq)
            return lose(libpq.message)
        }
        drain(libpq)
        // Nothing more may be sent on a connection that is about to close.
        if let lastWord { return lose(lastWord) }
        if libpq.isBad { return lose(libpq.message) }
        if hasUnsentBytes { flush() }
        if let breakage { return lose(breakage) }
        checkIdle()
    }

    private func drain(_ libpq: LibPQConnection) {
        let before = flights.count
        while unsafe PQisBusy(libpq.connection) == 0, !flights.isEmpty || syncs > 0 {
            guard let result = unsafe PQgetResult(libpq.connection) else {
                // libpq returns a null after each statement's result.
                guard finishStep() else { break }
                continue
            }
            unsafe accept(result)
            if libpq.isBad { break }
        }
        if flights.count != before {
            let now = monotonicNanoseconds()
            configuration.availability.answered(at: now)
            mailbox.headSince.store(flights.isEmpty ? 0 : now, ordering: .relaxed)
        }
        if flights.isEmpty && !failedParses.isEmpty { failedParses.removeAll() }
        if !again.isEmpty {
            pending.prepend(again)
            again.removeAll(keepingCapacity: true)
        }
    }

    private func accept(_ result: OpaquePointer) {
        switch unsafe PQresultStatus(result) {
        case PGRES_PIPELINE_SYNC:
            syncs -= 1
            unsafe PQclear(result)
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            let answer = unsafe QueryResult(result)
            guard let head = flights.first, head.preludes == 0, !isAnswered else { return }
            isAnswered = true
            complete(head.queued, .success(answer))
        case PGRES_PIPELINE_ABORTED:
            unsafe PQclear(result)
            refuseAborted()
        default:
            var error = unsafe PostgresError(
                result: result,
                statement: flights.first?.queued.sql.text
            )
            unsafe PQclear(result)
            if isForbiddenByServer(error) { error.knowledge = .unavailable }
            refuse(error)
            if error.isFatal { lastWord = error.message }
        }
    }

    /// Whether a transaction failed because the server takes no writes at present, as a standby
    /// does. Outside a transaction 25006 is our own rule, and the statement is wrong.
    private func isForbiddenByServer(_ error: PostgresError) -> Bool {
        guard let libpq, let scope = flights.first?.queued.scope, scope != .alone else {
            return false
        }
        return error.sqlState == "25006" || (error.sqlState == "0A000" && libpq.isStandby)
    }

    /// Handles an error of a prelude or of the statement itself.
    private func refuse(_ error: PostgresError) {
        guard let head = flights.first, !isAnswered else { return }
        if head.preludes > 0 {
            // The statement behind it gets `PIPELINE_ABORTED` and completes with this error.
            if error.sqlState == "26000" { isBeginPrepared = false }
            flights.withFirst { $0.failure = $0.failure ?? error }
            return
        }
        isAnswered = true
        let key = StatementKey(head.queued.sql)
        if error.sqlState == "26000", let failure = failedParses[head.statement] {
            return complete(head.queued, .failure(failure))
        }
        if error.isStaleStatement {
            statements.drop(key, named: head.statement, isKnown: error.sqlState == "0A000")
            if head.queued.scope == .alone, cancelling?.queued !== head.queued,
                repeated.insert(ObjectIdentifier(head.queued)).inserted
            {
                // It failed, whatever becomes of the retry.
                configuration.libpq.failures?.note(error)
                again.append(head.queued)
                return
            }
        }
        complete(head.queued, .failure(error))
    }

    /// Handles a statement that did not run because another one, or its own prelude, failed.
    private func refuseAborted() {
        guard let head = flights.first, head.preludes == 0, !isAnswered else { return }
        isAnswered = true
        if head.isFirst {
            statements.drop(
                StatementKey(head.queued.sql),
                named: head.statement,
                isKnown: false
            )
        }
        if let failure = head.failure {
            if head.isFirst { rememberFailedParse(head.statement, failure) }
            return complete(head.queued, .failure(failure))
        }
        switch head.queued.scope {
        case .alone:
            again.append(head.queued)
        case .within:
            // The statement that failed was in the same batch and the same transaction.
            complete(head.queued, .failure(PostgresError.aborted(head.queued.sql.text)))
        case .ends(let transaction):
            // The transaction is still open at the server, and waits for its end.
            openTransaction = transaction
            again.append(head.queued)
        }
    }

    /// Remembers why a statement could not be prepared: others that were sent before that was known
    /// refer to it.
    private func rememberFailedParse(_ statement: String, _ failure: PostgresError) {
        // Entries older than what is under way are of no use, and what is under way is bounded.
        if failedParses.count >= Self.flightsMax { failedParses.removeAll() }
        failedParses[statement] = failure
    }

    /// Finishes the first flight's prelude, or the flight itself.
    ///
    /// - Returns: False when nothing was under way.
    private func finishStep() -> Bool {
        let isPrelude = flights.withFirst { head -> Bool in
            guard head.preludes > 0 else { return false }
            head.preludes -= 1
            return true
        }
        switch isPrelude {
        case nil:
            return false
        case true?:
            return true
        case false?:
            _ = flights.popFirst()
            isAnswered = false
            return true
        }
    }

    /// Closes the connection unless the invariant holds: with nothing under way and no transaction
    /// open here, the server has none open either.
    private func checkIdle() {
        guard let libpq, flights.isEmpty, syncs == 0, openTransaction == nil else { return }
        if unsafe PQtransactionStatus(libpq.connection) != PQTRANS_IDLE {
            lose("a transaction was left open")
        }
    }
}
