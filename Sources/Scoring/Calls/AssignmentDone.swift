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
            try await tx.pay(events.flatMap { payment.lines(for: $0) })
        }
        return Dictionary(uniqueKeysWithValues: events.map { ($0, Nothing()) })
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
