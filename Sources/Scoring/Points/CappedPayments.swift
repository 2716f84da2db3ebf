import Identifiers
import ScoringAPI
import Values

/// Payments that arrived together, paid up to the cap for each pair of users and day
/// (2.7-pair-day).
struct CappedPayments {
    /// The lines to write to the ledger; those beyond the cap are without points.
    let lines: [LedgerLine]
    /// The causes that are paid, with their days.
    let rewarded: [AssignmentID: PairDay]

    /// - Parameters:
    ///   - events: The completed assignments, each once.
    ///   - paid: The number of payments before, by day; a missing day counts as 0.
    ///   - payment: The points for each, and the cap.
    init(_ events: [AssignmentDone], after paid: [PairDay: Int], _ payment: Payment) {
        var paid = paid
        var lines: [LedgerLine] = []
        var rewarded: [AssignmentID: PairDay] = [:]
        for event in events.sorted(by: { ($0.at, $0.assignment) < ($1.at, $1.assignment) }) {
            let day = event.pairDay
            let isPaid = payment.pays(after: paid[day, default: 0])
            lines += payment.lines(for: event, isPaid: isPaid)
            guard isPaid else { continue }
            paid[day, default: 0] += 1
            rewarded[event.assignment] = day
        }
        self.lines = lines
        self.rewarded = rewarded
    }
}
