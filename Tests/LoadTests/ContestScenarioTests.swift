import ChallengesAPI
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import Synchronization
import Testing
import Values
import Wire

@testable import Load

/// What load tests do in contests.
struct ContestScenarioTests {
    /// Somebody's entry of a contest, or look at it.
    private struct Place: Hashable {
        let contest: ChallengeID
        let user: UserID?
    }

    /// Runs a scenario of three contests with four people each once for each of these.
    private func run(
        _ name: String,
        of target: Scenario.Target,
        _ board: Switchboard
    ) async throws -> Measurement {
        let scenario = try #require(Scenario.all(of: target).first { $0.name == name })
        let stage = LoadEnvironment(connections: [board], people: 20, contests: 3, players: 4)
        let plan = LoadPlan(pace: .closed, duration: .seconds(3_600), requests: 12)
        return await Run(plan, steps: scenario.steps)
            .measure(try await scenario.players(1, on: stage))
    }

    /// Each person in each contest.
    private static let places = Set(
        (1...3).map(PreparedContests.contest).flatMap { contest in
            (1...4).map { Place(contest: contest, user: PreparedPeople.id($0)) }
        }
    )

    @Test func `entries are spread over contests and those in them`() async throws {
        let logged = Mutex<[Place]>([])
        let board = Switchboard {
            $0.on { (call: AddEntry, context: CallContext) -> Entry in
                logged.withLock { $0.append(Place(contest: call.contest, user: context.user)) }
                #expect(call.amount == Amount("1.5"))
                throw WireError.unavailable
            }
        }
        let found = try await run("log", of: .challenges, board)
        #expect(found.failures == [WireError.unavailable.rawValue: 12])
        // None comes twice before all were there.
        #expect(Set(logged.withLock { $0 }) == Self.places)
    }

    @Test func `boards are read around those who are on them`() async throws {
        let read = Mutex<[Place]>([])
        let board = Switchboard {
            $0.on { (call: GetBoard, context) in
                #expect(call.around == .me)
                read.withLock { $0.append(Place(contest: call.contest, user: context.user)) }
                return Page<BoardRow>(items: [])
            }
        }
        let found = try await run("place", of: .scoring, board)
        #expect(found.failures.isEmpty)
        #expect(Set(read.withLock { $0 }) == Self.places)
    }

    @Test func `no more people are in a contest than there are`() {
        let stage = LoadEnvironment(people: 3, contests: 2, players: 50)
        #expect(stage.players == 3)
        #expect((0..<4).map(stage.contest) == [1, 2, 1, 2].map(PreparedContests.contest))
        let people = (0..<8).map(stage.participant)
        #expect(people == [1, 1, 2, 2, 3, 3, 1, 1].map { PreparedPeople.id($0) })
    }
}
