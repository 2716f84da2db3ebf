import CLibPQ
import Synchronization

extension PipelineLoop {
    /// The maximum number of statements under way on one connection; more wait here, where they can
    /// still be cancelled.
    static let flightsMax = 256

    /// Sends what is pending, with a sync after each batch.
    func send() {
        guard let libpq else { return }
        refuseLate()
        guard !isStuck, breakage == nil else { return }
        var inBatch = 0
        while flights.count < Self.flightsMax, let queued = pending.popFirst() {
            guard !queued.isCompleted else {
                complete(queued, .failure(CancellationError()))
                continue
            }
            guard let begins = beginsTransaction(queued) else { continue }
            let (name, isNew) = statements.name(for: StatementKey(queued.sql))
            // A text that fails to parse must not abort other statements.
            if isNew && inBatch > 0 {
                sync(libpq)
                inBatch = 0
            }
            guard launch(queued, on: libpq, name: name, isNew: isNew, begins: begins) else {
                breakage = libpq.message
                return
            }
            inBatch += 1
            if isNew || inBatch == configuration.batchMax {
                sync(libpq)
                inBatch = 0
            }
        }
        if inBatch > 0 { sync(libpq) }
        flush()
    }

    /// Refuses the statements that have waited longer than `waitMax` to be sent.
    private func refuseLate() {
        guard let waitMax = configuration.waitMax?.nanoseconds, !pending.isEmpty else { return }
        let now = monotonicNanoseconds()
        while let first = pending.first, now > first.madeAt, now - first.madeAt > waitMax {
            _ = pending.popFirst()
            let error = PostgresError.overload(
                "the read was not sent in time: too many statements are ahead of it",
                statement: first.sql.text
            )
            complete(first, .failure(error))
        }
    }

    /// Whether to send a BEGIN first. Returns nil when the statement's transaction is gone; the
    /// statement has then been completed with an error.
    private func beginsTransaction(_ queued: QueuedStatement) -> Bool? {
        switch queued.scope {
        case .alone:
            return false
        case .within(let transaction):
            if openTransaction == transaction { return false }
            if lastTransaction != transaction {
                openTransaction = transaction
                lastTransaction = transaction
                return true
            }
        case .ends(let transaction):
            if openTransaction == transaction {
                openTransaction = nil
                return false
            }
        }
        let error = PostgresError.unavailable(
            "the connection was lost during the transaction",
            statement: queued.sql.text
        )
        complete(queued, .failure(error))
        return nil
    }

    private func launch(
        _ queued: QueuedStatement,
        on libpq: LibPQConnection,
        name: String,
        isNew: Bool,
        begins: Bool
    ) -> Bool {
        var preludes = 0
        var isSent = true
        if begins {
            if !isBeginPrepared {
                isBeginPrepared = true
                isSent = libpq.sendPrepareBegin()
                preludes += 1
            }
            isSent = isSent && libpq.sendBegin()
            preludes += 1
        }
        if isNew {
            for name in statements.takeDiscarded() {
                isSent = isSent && libpq.send("DEALLOCATE \(name)")
                preludes += 1
            }
            isSent = isSent && libpq.sendPrepare(name, queued.sql)
            preludes += 1
        }
        queued.wasSent()
        isSent = isSent && libpq.sendPrepared(name, queued.sql)
        if flights.isEmpty {
            heardAt = monotonicNanoseconds()
            mailbox.headSince.store(heardAt, ordering: .relaxed)
        }
        flights.append(
            Flight(queued: queued, statement: name, preludes: preludes, isFirst: isNew)
        )
        return isSent
    }

    private func sync(_ libpq: LibPQConnection) {
        // A failure shows when the results are read.
        if libpq.sendSync() { syncs += 1 }
    }

    func flush() {
        guard let libpq else { return }
        switch unsafe PQflush(libpq.connection) {
        case 0: hasUnsentBytes = false
        case 1: hasUnsentBytes = true
        default: breakage = libpq.message
        }
    }
}
