import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// A card that moves the ends of a person's goals waits for who makes or moves one, and nobody
/// waits for the two of them (2.9-zones).
@Suite(.freshDatabase(Challenges.migrations))
struct GoalLocksTests {
    private let scene = Scene()
    private var database: Database { scene.database }

    private func make(
        _ id: ChallengeID,
        _ recurrence: Goal.Recurrence,
        until last: String? = nil
    ) async throws {
        try await scene.set { call in
            call.id = id
            call.recurrence = recurrence
            call.lastDay = last.map { .of($0) }
        }
    }

    private func fly() async throws {
        try await scene.move([
            ZoneChange(since: .of("2023-01-01T00:00:00Z"), name: "UTC"),
            ZoneChange(since: .of("2023-11-15T00:00:00Z"), name: "America/Los_Angeles"),
        ])
    }

    /// Lets Ana fly while a transaction holds something for which her card has to wait, and runs
    /// `body` meanwhile.
    private func fly(
        while held: @escaping @Sendable (Transaction) async throws -> Void,
        _ body: () async throws -> Void
    ) async throws {
        let (isHeld, isDone) = (Gate(), Gate())
        try await withThrowingTaskGroup { group in
            defer { isDone.open() }
            group.addTask { [database] in
                defer { isHeld.open() }
                try await database.transaction { tx in
                    try await held(tx)
                    isHeld.open()
                    await isDone.pass()
                }
            }
            await isHeld.pass()
            group.addTask { try await fly() }
            try await eventually("the card waits") {
                try await database.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
            try await body()
            isDone.open()
            try await group.waitForAll()
        }
    }

    @Test func `goals are locked in the order of their ids, as a change of a total locks them`()
        async throws
    {
        let ids = [ChallengeID(), ChallengeID()].sorted()
        // The second one ends first.
        try await make(ids[0], .once, until: "2023-11-20")
        try await make(ids[1], .daily)
        try await fly { tx in
            _ = try await tx.heldGoal(ids[0])
        } _: {
            let free = try await database.transaction { tx in
                try await tx.all(
                    """
                    SELECT challenge FROM goals WHERE challenge = \(ids[1])
                    FOR NO KEY UPDATE SKIP LOCKED
                    """
                ) { row in try row.next(ChallengeID.self) }
            }
            #expect(free == [ids[1]])
        }
        #expect(
            try await scene.dueTimes() == [
                .of("2023-11-15T08:00:00Z"), .of("2023-11-21T08:00:00Z"),
            ]
        )
    }

    @Test func `a goal that is being made with the old days ends by the new ones`() async throws {
        let id = ChallengeID()
        try await make(id, .daily)
        try await fly { [ana = scene.ana] tx in
            // As one does that is being made.
            try tx.lockGoals(of: ana)
            _ = try await tx.heldGoal(id)
        } _: {
            let due = try await scene.dueTimes()
            #expect(due == [.of("2023-11-15T00:00:00Z")])
        }
        #expect(try await scene.dueTimes() == [.of("2023-11-15T08:00:00Z")])
    }
}
