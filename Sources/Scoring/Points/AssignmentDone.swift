import Identifiers
import Outbox
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    /// Pays for the assignment, in one transaction with the payments that arrive at the same time,
    /// so that payments to the same people do not wait for each other's commits.
    func assignmentDone(
        _ event: AssignmentDone,
        in context: CallContext
    ) async throws -> Nothing {
        try await payments.receive(event, in: context)
    }
}

extension Transaction {
    /// Pays for completed assignments.
    func pay(_ events: [AssignmentDone], _ payment: Payment) async throws {
        if payment.isCapped {
            try await pay(events, cappedBy: payment)
        } else {
            try await pay(events.flatMap { payment.lines(for: $0) })
        }
    }

    /// Pays for completed assignments, up to the cap for each pair of users and day (2.7-pair-day).
    ///
    /// The days' rows are locked before the ledger is read: other payments to the same pair on the
    /// same day have then been counted, and their lines are visible.
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
