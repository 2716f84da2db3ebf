import Identifiers
import IdentityAPI
import NIOCore
import RPC
import ScoringAPI
import Synchronization
import Testing
import Wire

@testable import Load

struct ScenarioTests {
    @Test(arguments: Scenario.Target.allCases)
    func `every target has scenarios with unique names`(target: Scenario.Target) {
        let scenarios = Scenario.all(of: target)
        #expect(scenarios.count >= 3)
        #expect(Set(scenarios.map(\.name)).count == scenarios.count)
        #expect(scenarios.allSatisfy { !$0.steps.isEmpty && !$0.summary.isEmpty })
        #expect(scenarios.allSatisfy { Set($0.steps).count == $0.steps.count })
    }

    @Test func `prepared people make calls in turn, and refusals have their code`() async throws {
        let askers = Mutex<Set<UserID>>([])
        let board = Switchboard {
            $0.on { (call: GetPoints, context) in
                #expect(context.user == call.user)
                #expect(context.deadline != nil)
                let isOften = askers.withLock { !$0.insert(call.user).inserted }
                if isOften { throw ScoringError.personNotFound }
                return GetPoints.Reply(points: 10)
            }
        }
        let scenario = try #require(Scenario.all(of: .scoring).first { $0.name == "points" })
        let stage = LoadEnvironment(connections: [board], people: 20)
        let plan = LoadPlan(pace: .closed, duration: .seconds(3_600), requests: 30)
        let found = await Run(plan, steps: scenario.steps)
            .measure(try await scenario.players(1, on: stage))
        #expect(found.latency.count == 20)
        #expect(found.failures == ["scoring.person_not_found": 10])
        #expect(askers.withLock { $0 } == Set((1...20).map(PreparedPeople.id)))
    }

    @Test func `each payment is a different one`() async throws {
        let paid = Mutex<Set<AssignmentID>>([])
        let board = Switchboard {
            $0.on { (event: AssignmentDone, context) in
                #expect(event.completer != event.sender)
                #expect(context.idempotencyKey == nil)
                paid.withLock { _ = $0.insert(event.assignment) }
                return Nothing()
            }
        }
        let scenario = try #require(Scenario.all(of: .scoring).first { $0.name == "pay" })
        let stage = LoadEnvironment(connections: [board.asked(by: .operator)], people: 2)
        let plan = LoadPlan(pace: .closed, duration: .seconds(3_600), requests: 25)
        let found = await Run(plan, steps: scenario.steps)
            .measure(try await scenario.players(3, on: stage))
        #expect(found.failures.isEmpty)
        #expect(paid.withLock { $0.count } == 25)
    }

    @Test func `a prepared friend is a neighbour that exists`() {
        let stage = LoadEnvironment(people: 3)
        #expect((0..<6).map(stage.number) == [1, 2, 3, 1, 2, 3])
        #expect((0..<3).map(stage.friendNumber) == [2, 3, 2])
        #expect(stage.friend(2) == PreparedPeople.id(2))
    }

    @Test func `no two pictures are alike`() {
        let picture = Picture(bytes: 20_000)
        let (one, other) = (picture.png(), picture.png())
        #expect(one != other)
        #expect((18_000...21_000).contains(one.readableBytes))
        #expect(Array(one.readableBytesView.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("localhost", true), ("::1", true), ("[::1]", true),
        ("127.9.9.9", true), ("10.0.0.1", false), ("example.org", false), ("0.0.0.0", false),
        ("localhost.example.org", false),
    ])
    func `only loopback is this machine`(host: String, isLoopback: Bool) {
        #expect(LoopbackGuard.isLoopback(host) == isLoopback)
    }
}
