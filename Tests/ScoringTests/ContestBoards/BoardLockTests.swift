import Identifiers
import Outbox
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// A payment waits only for payments to the same people and for no fold; ranks are always exact.
@Suite(.freshDatabase(Scoring.migrations)) struct BoardLockTests {
    /// Runs a transaction up to its commit, then the body, then commits.
    private func holding(
        _ work: @escaping @Sendable (Transaction) async throws -> Void,
        _ body: () async throws -> Void
    ) async throws {
        let (reached, gate) = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { reached.open() }
                try await Database.fresh.transaction { tx in
                    try await work(tx)
                    reached.open()
                    await gate.pass()
                }
            }
            await reached.pass()
            defer { gate.open() }
            try await body()
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `a payment under way blocks neither another person's nor a fold nor a rank`()
        async throws
    {
        let fixture = Fixture()
        let (slow, quick) = (UserID(), UserID())
        try await fixture.introduce(slow, "Slow")
        try await fixture.introduce(quick, "Quick")
        try await Database.fresh.fold()
        try await holding(
            { try await $0.pay(500, to: slow) },
            {
                try await fixture.pay(quick, by: UserID())
                #expect(try await fixture.rank(of: quick).rank == 1)
                #expect(try await Database.fresh.fold() > 0)
                try await fixture.pay(quick, by: UserID())
                #expect(try await Database.fresh.fold() > 0)
                #expect(try await Database.fresh.unfolded() == 0)
                #expect(try await fixture.rank(of: slow) == .init(rank: 4, points: 0, players: 4))
            }
        )
        // Its transaction's number is lower than those of all changes folded meanwhile.
        #expect(try await fixture.rank(of: slow) == .init(rank: 1, points: 500, players: 4))
        #expect(try await fixture.rank(of: quick) == .init(rank: 2, points: 200, players: 4))
        #expect(try await Database.fresh.fold() == 1)
        #expect(try await Database.fresh.misplaced() == 0)
    }

    @Test func `a fold under way blocks no payment, no rank and no second fold`() async throws {
        let fixture = Fixture()
        let (ana, bo) = (UserID(), UserID())
        try await fixture.pay(ana, by: bo)
        try await holding(
            { _ = try await $0.foldBoards(limit: 100) },
            {
                #expect(try await Database.fresh.fold() == 0)
                try await fixture.pay(ana, by: bo)
                try await fixture.pay(bo, by: ana)
                #expect(try await Database.fresh.misplaced() == 0)
                #expect(try await fixture.rank(of: bo).rank == 2)
            }
        )
        #expect(try await Database.fresh.misplaced() == 0)
        #expect(try await Database.fresh.fold() == 4)
        #expect(try await Database.fresh.misplaced() == 0)
    }

    @Test func `a fold that finds nothing writes nothing`() async throws {
        try await Fixture().pay(UserID(), by: UserID())
        try await Database.fresh.fold()
        let hasWritten = try await Database.fresh.transaction { tx in
            #expect(try await tx.foldBoards(limit: 100) == 0)
            return try await tx.one("SELECT pg_current_xact_id_if_assigned() IS NOT NULL") { row in
                try row.next(Bool.self)
            }
        }
        #expect(!hasWritten)
    }

    @Test func `a fold that is rolled back has counted nothing`() async throws {
        let fixture = Fixture()
        // Each of the two comes without points, and gets some.
        try await fixture.pay(UserID(), by: UserID())
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await Database.fresh.transaction { tx in
                #expect(try await tx.foldBoards(limit: 100) == 4)
                throw Failure()
            }
        }
        #expect(try await Database.fresh.misplaced() == 0)
        #expect(try await Database.fresh.fold() == 4)
        #expect(try await Database.fresh.misplaced() == 0)
    }

    @Test func `with concurrent payments, voids, compaction and ranks, every snapshot is exact`()
        async throws
    {
        let fixture = Fixture()
        let people = (0..<12).map { _ in UserID() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<3 {
                group.addTask {
                    var dice = Dice(seed: UInt64(seed))
                    for _ in 0..<25 {
                        let pair = people.shuffled(using: &dice).prefix(2)
                        let paid = try await fixture.pay(pair[0], by: pair[1])
                        guard Bool.random(using: &dice) else { continue }
                        try await fixture.deliver(
                            AssignmentVoided(assignment: paid, at: .now()),
                            from: .challenges
                        )
                    }
                }
            }
            group.addTask {
                for limit in 1...25 { try await Database.fresh.fold(limit) }
            }
            group.addTask {
                for _ in 0..<25 {
                    let misplaced = try await Database.fresh.misplaced()
                    #expect(misplaced == 0)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Database.fresh.misplaced() == 0)
        while try await Database.fresh.fold() > 0 {}
        #expect(try await Database.fresh.misplaced() == 0)
        let counted = try await Database.fresh.one(
            "SELECT sum(count)::bigint FROM board_counts WHERE level = 3"
        ) { row in try row.next(Int.self) }
        #expect(counted == people.count)
    }

    @Test func `the compaction loop folds what is paid`() async throws {
        let fixture = Fixture()
        let scoring = fixture.service
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await scoring.compaction.run() }
            for _ in 0..<2 {
                try await fixture.pay(UserID(), by: UserID())
                try await eventually("everything is folded") {
                    try await Database.fresh.unfolded() == 0
                }
            }
            group.cancelAll()
        }
        #expect(try await Database.fresh.misplaced() == 0)
    }
}
