import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Identity

/// What challengesd tells, on a bad line: each event may be lost on the way, or come twice.
struct InboxTests {
    @Test func `what people are told arrives once, and is settled in its order`() async throws {
        try await SmallCluster.run(seed: Seed.value) { cluster in
            let people = cluster.identity.switchboard
            let call = Register(
                username: "ana",
                password: "correct horse",
                firstName: "Ana",
                lastName: "Test"
            )
            let ana = try await people.call(call, in: CallContext()).user.id
            let outcomes: [NoticesSettled.Outcome?] = [.acted, .expired, .gone, nil]
            for _ in 0..<5 {
                for outcome in outcomes {
                    let dare = AssignmentID()
                    try await cluster.tell(ana, about: dare)
                    if let outcome { try await cluster.settle(dare, outcome) }
                }
            }
            try await cluster.settle()
            let page = try await people.call(ListNotices(), in: CallContext(user: ana))
            let states = Dictionary(grouping: page.items, by: \.state).mapValues(\.count)
            #expect(states == [.acted: 5, .expired: 5, .new: 5], "GAUNTLET_SEED=\(Seed.value)")
            let counts = try await people.call(CountNotices(), in: CallContext(user: ana))
            #expect(counts.new == 5)
        }
    }
}

extension SmallCluster {
    /// Tells a person of a dare, as a move of challengesd does.
    fileprivate func tell(_ user: UserID, about dare: AssignmentID) async throws {
        let told = PeopleTold(
            people: [user],
            kind: .dareReceived,
            cause: dare.description,
            subject: Notice.Subject(dare),
            at: clock.now
        )
        try await challenges.database.transaction { tx in
            try tx.emit(told, to: .identity)
        }
    }

    /// Settles what people were told of a dare.
    fileprivate func settle(
        _ dare: AssignmentID,
        _ outcome: NoticesSettled.Outcome
    ) async throws {
        let settled = NoticesSettled(
            subject: Notice.Subject(dare),
            kinds: [.dareReceived],
            outcome: outcome,
            at: clock.now
        )
        try await challenges.database.transaction { tx in
            try tx.emit(settled, to: .identity)
        }
    }
}
