import CLibPQ
import Synchronization

extension LineLoop {
    /// Statements under way on one connection; more wait here, where they can still be given up.
    static let flightsMax = 256

    /// Sends what is pending, a sync behind each batch.
    func send() {
        guard let link else { return }
        refuseLate()
        guard !isStuck, breakage == nil else { return }
        var inBatch = 0
        while flights.count < Self.flightsMax, let request = pending.popFirst() {
            guard !request.isSettled else {
                settle(request, .failure(CancellationError()))
                continue
            }
            guard let begins = beginsTransaction(request) else { continue }
            let (name, isNew) = statements.name(for: StatementKey(request.sql))
            // A text that fails to parse must not take others with it.
            if isNew && inBatch > 0 {
                sync(link)
                inBatch = 0
            }
            guard launch(request, on: link, name: name, isNew: isNew, begins: begins) else {
                breakage = link.message
                return
            }
            inBatch += 1
            if isNew || inBatch == plan.batchMax {
                sync(link)
                inBatch = 0
            }
        }
        if inBatch > 0 { sync(link) }
        flush()
    }

    /// Those who have waited longest are told that they were not sent.
    private func refuseLate() {
        guard let waitMax = plan.waitMax?.nanoseconds, !pending.isEmpty else { return }
        let now = monotonicNanoseconds()
        while let first = pending.first, now > first.madeAt, now - first.madeAt > waitMax {
            _ = pending.popFirst()
            let text = first.sql.text
            settle(first, .failure(PostgresError.overload("the read waits", statement: text)))
        }
    }

    /// Whether a BEGIN goes first; `nil` when the statement's transaction is gone, and the
    /// statement with it.
    private func beginsTransaction(_ request: Request) -> Bool? {
        switch request.place {
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
            "the connection fell during the transaction",
            statement: request.sql.text
        )
        settle(request, .failure(error))
        return nil
    }

    private func launch(
        _ request: Request,
        on link: Link,
        name: String,
        isNew: Bool,
        begins: Bool
    ) -> Bool {
        var preludes = 0
        var isSent = true
        if begins {
            if !isBeginPrepared {
                isBeginPrepared = true
                isSent = link.sendPrepareBegin()
                preludes += 1
            }
            isSent = isSent && link.sendBegin()
            preludes += 1
        }
        if isNew {
            for name in statements.takeDiscarded() {
                isSent = isSent && link.send("DEALLOCATE \(name)")
                preludes += 1
            }
            isSent = isSent && link.sendPrepare(name, request.sql)
            preludes += 1
        }
        request.wasSent()
        isSent = isSent && link.sendPrepared(name, request.sql)
        if flights.isEmpty {
            heardAt = monotonicNanoseconds()
            mailbox.headSince.store(heardAt, ordering: .relaxed)
        }
        flights.append(
            Flight(request: request, statement: name, preludes: preludes, isFirst: isNew)
        )
        return isSent
    }

    private func sync(_ link: Link) {
        // A failure shows when the answers are read.
        if link.sendSync() { syncs += 1 }
    }

    func flush() {
        guard let link else { return }
        switch unsafe PQflush(link.connection) {
        case 0: hasUnsentBytes = false
        case 1: hasUnsentBytes = true
        default: breakage = link.message
        }
    }
}
