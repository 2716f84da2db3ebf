import Identifiers
import ScoringAPI
import Values

/// Payments that arrived together, of which each pair gets the first ones of a day (2.7-pair-day).
struct CappedPayments {
    /// What is written to the ledger: lines without points for what is beyond the cap.
    let lines: [LedgerLine]
    /// The causes that are paid, with their days.
    let rewarded: [AssignmentID: PairDay]

    /// - Parameters:
    ///   - events: What was completed, each cause once.
    ///   - paid: How many were paid before, by day; 0 for a day that is missing.
    ///   - payment: What each is worth, and the cap.
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
