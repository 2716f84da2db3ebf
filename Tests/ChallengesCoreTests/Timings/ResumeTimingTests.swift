import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A timing goes on from any device (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct ResumeTimingTests {
    private let scene = Scene()

    @Test func `it runs on from now, and resuming it again changes nothing`() async throws {
        let made = try await scene.time(goal: try await scene.setMinutes())
        let call = ResumeTiming(timing: made.id)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        scene.clock.advance(by: .seconds(2))
        let pause = PauseTiming(timing: made.id, elapsedMilliseconds: 2_000)
        _ = try await scene.ask(pause, as: scene.ana)
        scene.clock.advance(by: .seconds(7))
        let resumed = try await scene.ask(call, as: scene.ana)
        #expect(resumed.state == .running)
        #expect(resumed.elapsedMilliseconds == 2_000)
        #expect(resumed.runningSince == scene.clock.now)
        #expect(resumed.segments.count == 2)
        scene.clock.advance(by: .seconds(1))
        #expect(try await scene.ask(call, as: scene.ana) == resumed)
    }

    @Test func `it is paused a hundred times at most, and then finished`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        let pause = PauseTiming(timing: made.id, elapsedMilliseconds: 0)
        let resume = ResumeTiming(timing: made.id)
        for _ in 1..<100 {
            _ = try await scene.ask(pause, as: scene.ana)
            _ = try await scene.ask(resume, as: scene.ana)
        }
        let last = try await scene.ask(pause, as: scene.ana)
        #expect(last.segments.count == 100)
        #expect(last.actions == [.finish, .discard])
        let fault = await scene.fault(resume, as: scene.ana)
        #expect(fault?.code == "challenges.pauses_too_many")
        #expect(fault?.timing == last)
        #expect(try await scene.finish(made, after: 60).result != nil)
    }
}
