import Identifiers
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

@Suite(.freshDatabase(Scoring.migrations)) struct AssignmentDoneTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `a completed dare pays its completer and its sender`() async throws {
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

    @Test func `the same cause twice in one transaction pays once`() async throws {
        let fixture = Fixture()
        let assignment = AssignmentID()
        let events = [Instant.now(), .now()].map {
            AssignmentDone(
                assignment: assignment,
                completer: bo,
                sender: ana,
                at: $0,
                isVerified: true
            )
        }
        try await Database.fresh.transaction { tx in
            try await tx.pay(events.flatMap { Payment().lines(for: $0) })
        }
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
    }

    @Test func `a hundred concurrent deliveries of one cause pay once`() async throws {
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

    @Test func `concurrent payments to the same people all count, and ledger and totals agree`()
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

    @Test func `a payment that fails does not block others of the same batch`() async throws {
        let fixture = Fixture()
        let poison = AssignmentID()
        try await Database.fresh.transaction { tx in
            try await tx.run("CREATE TABLE refused (cause uuid)")
            try await tx.run("INSERT INTO refused VALUES (\(poison))")
            try await tx.run(
                """
                CREATE FUNCTION refuse_some() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF EXISTS (SELECT FROM refused WHERE cause = NEW.cause) THEN
                        RAISE EXCEPTION 'as the test wants';
                    END IF;
                    RETURN NEW;
                END $$
                """
            )
            try await tx.run(
                """
                CREATE TRIGGER refuse BEFORE INSERT ON ledger FOR EACH ROW
                EXECUTE FUNCTION refuse_some()
                """
            )
        }
        let failures = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<40 {
                group.addTask {
                    do {
                        let cause = index % 10 == 0 ? poison : AssignmentID()
                        try await fixture.pay(bo, by: ana, cause)
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 4)
        #expect(try await fixture.points(of: bo) == 36 * 100)
        #expect(try await fixture.points(of: ana) == 36 * 10)
    }

    @Test func `no one is paid for their own dare`() async throws {
        let fixture = Fixture()
        try await fixture.pay(ana, by: ana)
        #expect(try await fixture.points(of: ana) == 0)
    }

    @Test func `only the challenges service may send it`() async throws {
        let fixture = Fixture()
        for name in [ServiceName.identity, .gateway, .media] {
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
}
