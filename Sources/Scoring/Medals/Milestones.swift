import Identifiers
import IdentityAPI
import Postgres
import Values

// Counters that pass a milestone, up or down, are marked in the transaction that changes them. The
// loop that awards medals takes them from there (2.7-medals): a count that reached a milestone
// earns the medal, one that fell below it by a void takes it back (2.7-void).
extension Medals {
    /// Awards and voids the next medals for milestones.
    ///
    /// - Returns: The number of counters that were checked.
    func awardMilestones(at moment: Instant, in tx: Transaction) async throws -> Int {
        let counters = try await tx.dueCounters(limit: stepMax)
        guard !counters.isEmpty else { return 0 }
        try tx.markAwarded(counters)
        let rules = try await tx.medalRules()
        var medals: [EarnedMedal] = []
        var lost: [LostMedal] = []
        for counter in Counter.allCases {
            for rule in rules.milestones(of: counter) {
                guard let threshold = rule.threshold else { continue }
                let (reached, below) = counters.filter { $0.counter == counter }
                    .split(at: threshold)
                lost += below.map { rule.lost(by: $0) }
                let moments = try await tx.moments(of: counter, reached, reaching: threshold)
                medals += reached.map { user in
                    rule.earned(by: user, at: moments[user] ?? moment)
                }
            }
        }
        try await tx.takeBack(lost, .medal, at: moment)
        try await tx.give(medals, tellingAt: moment)
        return counters.count
    }
}

extension [UserCounter] {
    /// The users whose count reaches a threshold, and the others.
    fileprivate func split(at threshold: Int) -> (reached: [UserID], below: [UserID]) {
        (filter { $0.count >= threshold }.map(\.user), filter { $0.count < threshold }.map(\.user))
    }
}

extension Reader {
    /// When users' counters reached a threshold; users whose counter has not are missing.
    func moments(
        of counter: Counter,
        _ users: [UserID],
        reaching threshold: Int
    ) async throws -> [UserID: Instant] {
        guard !users.isEmpty else { return [:] }
        return switch counter {
        case .completed: try await lineMoments(of: .complete, users, reaching: threshold)
        case .doneByOthers: try await lineMoments(of: .sent, users, reaching: threshold)
        case .sent: try await sentMoments(of: users, reaching: threshold)
        }
    }
}
