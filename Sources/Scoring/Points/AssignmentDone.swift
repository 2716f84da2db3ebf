import Identifiers
import Outbox
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    /// Pays for the assignment, in one transaction with the other payments that arrive at that
    /// moment: payments to the same people do not wait for each other's commits.
    func assignmentDone(
        _ event: AssignmentDone,
        in context: CallContext
    ) async throws -> Nothing {
        let event = try ReceivedEvent(event, in: context)
        do {
            _ = try await payments.value(for: event)
        } catch  where error.mayBeOfAnother {
            _ = try await database.pay([event], payment)
        }
        return Nothing()
    }
}

extension Database {
    /// Pays for those events that are new.
    ///
    /// - Returns: All events, because all are processed now.
    func pay(
        _ events: [ReceivedEvent<AssignmentDone>],
        _ payment: Payment
    ) async throws -> [ReceivedEvent<AssignmentDone>: Nothing] {
        try await receive(events) { tx, events in
            if payment.isCapped {
                try await tx.pay(events, cappedBy: payment)
            } else {
                try await tx.pay(events.flatMap { payment.lines(for: $0) })
            }
        }
        return Dictionary(uniqueKeysWithValues: events.map { ($0, Nothing()) })
    }
}

extension Transaction {
    /// Pays for events, of each two people only the first ones of a day (2.7-pair-day).
    ///
    /// The rows of the days are locked before the ledger is read: what others paid for the same two
    /// people on the same day has then been counted, and its lines are there.
    fileprivate func pay(_ events: [AssignmentDone], cappedBy payment: Payment) async throws {
        var known: Set<AssignmentID> = []
        let each = events.filter { event in
            event.completer != event.sender && known.insert(event.assignment).inserted
        }
        guard !each.isEmpty else { return }
        let paid = try lock(Set(each.map(\.pairDay)).sorted())
        let old = try await causes(among: each.map(\.assignment))
        let new = each.filter { !old.contains($0.assignment) }
        let capped = CappedPayments(new, after: try await paid.value, payment)
        let added = Set(try await pay(capped.lines).map(\.cause))
        try count(capped.rewarded.filter { added.contains($0.key) }.map(\.value))
    }
}

extension Error {
    /// Whether another event may have made the whole transaction fail: not if the database was
    /// unavailable or the caller was cancelled.
    fileprivate var mayBeOfAnother: Bool {
        switch self {
        case is CancellationError: false
        case let error as PostgresError: error.knowledge == .bug
        default: true
        }
    }
}
