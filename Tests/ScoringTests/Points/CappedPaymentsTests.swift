import Identifiers
import ScoringAPI
import Testing
import Values

@testable import Scoring

/// Which of the payments of a pair and a day are paid (2.7-pair-day).
struct CappedPaymentsTests {
    let ana = UserID()
    let bo = UserID()

    private func done(
        _ completer: UserID,
        _ sender: UserID,
        at seconds: Int64 = 0
    ) -> AssignmentDone {
        AssignmentDone(
            assignment: AssignmentID(),
            completer: completer,
            sender: sender,
            at: Instant(microseconds: 1_000_000 * seconds),
            isVerified: true
        )
    }

    /// The points of each event's lines, for the completer and for the sender.
    private func points(
        _ events: [AssignmentDone],
        after paid: [PairDay: Int] = [:],
        cap: Int
    ) -> [[Int]] {
        let capped = CappedPayments(events, after: paid, Payment(paidPerPairDay: cap))
        return events.map { event in
            [event.completer, event.sender].flatMap { user in
                capped.lines.filter { $0.cause == event.assignment && $0.user == user }
                    .map(\.points)
            }
        }
    }

    @Test(arguments: [
        (0, 2), (1, 1), (2, 0), (3, 0),
    ])
    func `as many are paid as the cap leaves`(before: Int, left: Int) {
        let events = (0..<3).map { done(bo, ana, at: $0) }
        let wanted = (0..<3).map { $0 < left ? [100, 10] : [0, 0] }
        #expect(points(events, after: [events[0].pairDay: before], cap: 2) == wanted)
    }

    @Test func `those that were completed first are paid, however they arrive`() {
        let events = [done(bo, ana, at: 7), done(bo, ana, at: 5), done(bo, ana, at: 6)]
        #expect(points(events, cap: 2) == [[0, 0], [100, 10], [100, 10]])
    }

    @Test func `both users count together, whichever of them completes`() {
        let events = [done(bo, ana), done(ana, bo, at: 1)]
        #expect(points(events, cap: 1) == [[100, 10], [0, 0]])
    }

    @Test func `another pair and another day have a count of their own`() {
        let day: Int64 = 86_400
        let events = [
            done(bo, ana, at: day - 1), done(bo, ana, at: day), done(bo, UserID(), at: day),
            done(UserID(), ana, at: day), done(bo, ana, at: day + 1),
        ]
        let paid = [100, 10]
        #expect(points(events, cap: 1) == [paid, paid, paid, paid, [0, 0]])
    }

    @Test func `the causes that are paid are told, with their days`() {
        let events = (0..<2).map { done(bo, ana, at: $0) }
        let capped = CappedPayments(events, after: [:], Payment(paidPerPairDay: 1))
        #expect(capped.rewarded == [events[0].assignment: events[0].pairDay])
    }

    @Test(arguments: [(0, 1_000_000, true), (2, 1, true), (2, 2, false), (2, 3, false)])
    func `without a cap everything is paid`(cap: Int, paid: Int, isPaid: Bool) {
        #expect(Payment(paidPerPairDay: cap).pays(after: paid) == isPaid)
    }
}
