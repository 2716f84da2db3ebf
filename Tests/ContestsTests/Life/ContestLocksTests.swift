import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// Calls that wait for one contest, which another replica holds, leave the service's eight
/// connections to calls of others.
@Suite(.freshDatabase(Challenges.migrations)) struct ContestLocksTests {
    /// What waits for the contest.
    enum Crowd: CaseIterable {
        case joinsOfManyUsers, entriesOfOneUser, changesOfTheOwner, mixed
    }

    @Test(arguments: Crowd.allCases)
    func `a call of another contest is answered while sixty wait for one`(
        crowd: Crowd
    ) async throws {
        try await withEight { scene in
            let contest = try await scene.compete(with: scene.bo)
            let other = try await scene.compete(as: scene.cy)
            let (isHeld, gate) = (Gate(), Gate())
            async let holding: Void = Database.fresh.transaction { tx in
                try tx.lock(contest.id, .alone)
                _ = try await tx.contest(contest.id)
                isHeld.open()
                await gate.pass()
            }
            await isHeld.pass()
            let waiting = (0..<60).map { index in
                Task { await fault(crowd, index, of: contest.id, in: scene) }
            }
            // As many as hold it together wait for the lock; two of one user.
            let withConnection =
                switch crowd {
                case .joinsOfManyUsers: 3...3
                case .entriesOfOneUser: 2...2
                case .changesOfTheOwner: 1...1
                case .mixed: 1...3
                }
            try await eventually("all wait, few of them with a connection") {
                let waits = try await waits()
                return withConnection.contains(waits)
                    && waits + scene.database.localLocks.waitingCount == 60
            }
            let entry = try await scene.ask(
                AddEntry(contest: other.id, amount: .km(1)),
                as: scene.cy
            )
            #expect(entry.amount == .km(1))
            #expect(try await scene.contest(other.id, as: scene.cy).id == other.id)
            gate.open()
            try await holding
            for task in waiting { #expect(await task.value == nil) }
            #expect(scene.database.localLocks.waitingCount == 0)
        }
    }

    /// Makes a call that changes the contest.
    private func fault(
        _ crowd: Crowd,
        _ index: Int,
        of contest: ChallengeID,
        in scene: Scene
    ) async -> Fault? {
        switch crowd {
        case .joinsOfManyUsers:
            await scene.fault(JoinContest(contest: contest), as: UserID())
        case .entriesOfOneUser:
            await scene.fault(AddEntry(contest: contest, amount: .km(1)), as: scene.bo)
        case .changesOfTheOwner:
            await scene.fault(
                ChangeContest(contest: contest, description: "Change \(index)"),
                as: scene.ana
            )
        case .mixed:
            await fault(Crowd.allCases[index % 3], index, of: contest, in: scene)
        }
    }

    /// How many statements wait for a lock.
    private func waits() async throws -> Int {
        try await Database.fresh.one(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        ) { row in try row.next() }
    }

    /// Passes a service with eight leased connections to `body`.
    private func withEight(_ body: (Scene) async throws -> Void) async throws {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient { $0.leasedMax = 8 },
            logger: TestServer.quiet
        )
        do {
            try await body(Scene(database: database))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    @Test func `a contest that is due lets sixty calls go on, each once`() async throws {
        try await withEight { scene in
            let start = scene.clock.now + .days(1)
            let contest = try await scene.compete { call in
                call.visibility = .public
                call.startsAt = start
            }
            scene.clock.advance(by: .days(1))
            let players = (0..<60).map { _ in UserID() }
            let faults = await scene.faults(
                players.map { ($0, JoinContest(contest: contest.id)) }
            )
            #expect(faults == [])
            let joined = try await scene.contest(contest.id).joined
            #expect(joined == 61)
        }
    }
}
