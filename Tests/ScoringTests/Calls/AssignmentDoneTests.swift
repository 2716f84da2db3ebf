import Identifiers
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct AssignmentDoneTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `a completed dare pays whoever did it and whoever sent it`() async throws {
        let fixture = Fixture()
        try await fixture.pay(bo, by: ana)
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
    }

    @Test func `each person who completes it pays the sender again`() async throws {
        let fixture = Fixture()
        for _ in 0..<3 { try await fixture.pay(UserID(), by: ana) }
        #expect(try await fixture.points(of: ana) == 30)
    }

    @Test func `the same event twice pays once`() async throws {
        let fixture = Fixture()
        let event = AssignmentDone(
            assignment: AssignmentID(),
            completer: bo,
            sender: ana,
            at: .now(),
            isVerified: true
        )
        let id = EventID()
        try await fixture.deliver(event, from: .challenges, as: id)
        try await fixture.deliver(event, from: .challenges, as: id)
        #expect(try await fixture.points(of: bo) == 100)
    }

    @Test func `the same cause under another event pays once`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        try await fixture.pay(bo, by: ana, at: 5, assignment)
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
    }

    @Test func `a hundred deliveries at once of one cause pay once`() async throws {
        let fixture = Fixture()
        let assignment = AssignmentID()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { try await fixture.pay(bo, by: ana, assignment) }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
    }

    @Test func `payments at once to the same people all count, and the ledger equals the totals`()
        async throws
    {
        let fixture = Fixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    if index % 2 == 0 {
                        try await fixture.pay(bo, by: ana)
                    } else {
                        try await fixture.pay(ana, by: bo)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.points(of: ana) == 20 * 110)
        #expect(try await fixture.points(of: bo) == 20 * 110)
        let differing = try await Database.fresh.one(
            """
            SELECT count(*) FROM totals FULL JOIN
                (SELECT user_id, sum(points)::bigint AS points FROM ledger GROUP BY 1) AS sums
                USING (user_id)
            WHERE totals.points IS DISTINCT FROM sums.points
            """
        ) { row in try row.next(Int.self) }
        #expect(differing == 0)
    }

    @Test func `nobody is paid for a dare of one's own`() async throws {
        let fixture = Fixture()
        try await fixture.pay(ana, by: ana)
        #expect(try await fixture.points(of: ana) == 0)
    }

    @Test(arguments: [ServiceName.identity, .gateway, .media])
    func `only the challenges service may say that something was completed`(
        name: ServiceName
    ) async throws {
        let fixture = Fixture()
        await #expect(throws: WireError.forbidden.fault) {
            try await fixture.deliver(
                AssignmentDone(
                    assignment: AssignmentID(),
                    completer: bo,
                    sender: ana,
                    at: .now(),
                    isVerified: true
                ),
                from: name
            )
        }
        #expect(try await fixture.points(of: bo) == 0)
    }
}
