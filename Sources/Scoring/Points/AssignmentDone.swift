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
        try await payments.receive(event, in: context)
    }
}

extension Transaction {
    /// Pays for events.
    func pay(_ events: [AssignmentDone], _ payment: Payment) async throws {
        if payment.isCapped {
            try await pay(events, cappedBy: payment)
        } else {
            try await pay(events.flatMap { payment.lines(for: $0) })
        }
    }

    /// Pays for events, of each two people only the first ones of a day (2.7-pair-day).
    ///
    /// The rows of the days are locked before the ledger is read: what others paid for the same two
    /// people on the same day has then been counted, and its lines are there.
    private func pay(_ events: [AssignmentDone], cappedBy payment: Payment) async throws {
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
