import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A timing ends without a result (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct DiscardTimingTests {
    private let scene = Scene()

    @Test func `nothing comes of it, whether it runs or is paused`() async throws {
        for isPaused in [false, true] {
            let goal = try await scene.setMinutes()
            let made = try await scene.time(goal: goal)
            scene.clock.advance(by: .seconds(60))
            if isPaused {
                let pause = PauseTiming(timing: made.id, elapsedMilliseconds: 60_000)
                _ = try await scene.ask(pause, as: scene.ana)
            }
            let discard = DiscardTiming(timing: made.id)
            let discarded = try await scene.ask(discard, as: scene.ana)
            #expect(discarded.state == .discarded)
            #expect(discarded.finishedAt == nil)
            #expect(discarded.runningSince == nil)
            #expect(discarded.segments.map(\.stoppedAt) == [scene.clock.now])
            #expect(discarded.actions.isEmpty)
            #expect(discarded.result == nil)
            #expect(try await scene.goalEntries(of: goal).isEmpty)
            scene.clock.advance(by: .seconds(3))
            #expect(try await scene.ask(discard, as: scene.ana) == discarded)
        }
        #expect(try await scene.timingRows() == [2, 0])
    }
}
