import Identifiers
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct AssignmentVoidedTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `a void takes back what was paid, once`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        try await fixture.pay(bo, by: ana)
        for _ in 0..<2 {
            try await fixture.deliver(
                AssignmentVoided(assignment: assignment, at: .now()),
                from: .challenges
            )
        }
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
    }

    @Test func `a void of what was done beyond a pair's cap takes back nothing`() async throws {
        let fixture = Fixture(payment: Payment(paidPerPairDay: 1))
        try await fixture.pay(bo, by: ana)
        let unpaid = try await fixture.pay(bo, by: ana, at: 1)
        try await void(fixture, unpaid)
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
        let lines = try await Database.fresh.one(
            "SELECT count(*), coalesce(sum(points), 0)::bigint FROM ledger WHERE cause = \(unpaid)"
        ) { row in (try row.next(Int.self), try row.next(Int.self)) }
        #expect(lines == (4, 0))
    }

    /// Two people could otherwise be paid for the same day again and again.
    @Test func `what is taken back still counts for the cap of its day`() async throws {
        let fixture = Fixture(payment: Payment(paidPerPairDay: 1))
        let paid = try await fixture.pay(bo, by: ana)
        try await void(fixture, paid)
        try await fixture.pay(bo, by: ana, at: 1)
        #expect(try await fixture.points(of: bo) == 0)
        #expect(try await fixture.points(of: ana) == 0)
    }

    @Test func `voiding what was never paid does nothing`() async throws {
        let fixture = Fixture()
        try await fixture.deliver(
            AssignmentVoided(assignment: AssignmentID(), at: .now()),
            from: .challenges
        )
        #expect(try await fixture.points(of: ana) == 0)
    }

    @Test func `a void takes back only what its cause paid, from both people`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        try await void(fixture, assignment)
        #expect(try await fixture.points(of: bo) == 0)
        #expect(try await fixture.points(of: ana) == 0)
    }

    @Test func `the same cause is not paid again after a void`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        try await void(fixture, assignment)
        try await fixture.pay(bo, by: ana, at: 5, assignment)
        #expect(try await fixture.points(of: bo) == 0)
        #expect(try await fixture.points(of: ana) == 0)
    }

    @Test func `concurrent voids take back once, and the ledger keeps every line`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await void(fixture, assignment) } }
            try await group.waitForAll()
        }
        #expect(try await fixture.points(of: bo) == 0)
        let lines = try await Database.fresh.one(
            "SELECT count(*), coalesce(sum(points), 0)::bigint FROM ledger"
        ) { row in (try row.next(Int.self), try row.next(Int.self)) }
        #expect(lines == (4, 0))
    }

    @Test func `only the challenges service may send it`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        for name in [ServiceName.identity, .gateway, .media] {
            await #expect(throws: WireError.forbidden.fault) {
                try await fixture.deliver(
                    AssignmentVoided(assignment: assignment, at: .now()),
                    from: name
                )
            }
            #expect(try await fixture.points(of: bo) == 100)
        }
    }

    private func void(_ fixture: Fixture, _ assignment: AssignmentID) async throws {
        try await fixture.deliver(
            AssignmentVoided(assignment: assignment, at: .now()),
            from: .challenges
        )
    }
}
