import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A timing is paused with the time that its device measured (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct PauseTimingTests {
    private let scene = Scene()

    private func pause(_ timing: Timing, at milliseconds: Int) async throws -> Timing {
        let call = PauseTiming(timing: timing.id, elapsedMilliseconds: milliseconds)
        return try await scene.ask(call, as: scene.ana)
    }

    @Test func `it stands still, and pausing it again changes nothing`() async throws {
        let made = try await scene.time(goal: try await scene.setMinutes())
        scene.clock.advance(by: .seconds(2))
        let paused = try await pause(made, at: 1_900)
        #expect(paused.state == .paused)
        #expect(paused.elapsedMilliseconds == 1_900)
        #expect(paused.runningSince == nil)
        #expect(
            paused.segments == [
                Timing.Segment(startedAt: made.startedAt, stoppedAt: scene.clock.now)
            ]
        )
        #expect(!paused.isSuspect)
        #expect(paused.version == 2)
        scene.clock.advance(by: .seconds(3))
        #expect(try await pause(made, at: 4_000) == paused)
    }

    @Test func `more than has passed is suspect until it is no more`() async throws {
        let made = try await scene.time(goal: try await scene.setMinutes())
        scene.clock.advance(by: .seconds(10))
        #expect(try await pause(made, at: 15_001).isSuspect)
        _ = try await scene.ask(ResumeTiming(timing: made.id), as: scene.ana)
        scene.clock.advance(by: .seconds(10))
        #expect(try await !pause(made, at: 25_000).isSuspect)
    }

    @Test func `an elapsed time is 0 to a day`() async throws {
        let made = try await scene.time(goal: try await scene.setMinutes())
        let refusal = ["/elapsedMilliseconds challenges.elapsed_invalid"]
        for elapsed in [-1, 86_400_001, .min, .max] {
            let (id, scene) = (made.id, scene)
            #expect(
                await scene.refusals(of: PauseTiming(timing: id, elapsedMilliseconds: elapsed))
                    == refusal
            )
            #expect(
                await scene.refusals(of: FinishTiming(timing: id, elapsedMilliseconds: elapsed))
                    == refusal
            )
            #expect(
                await scene.refusals(of: ConfirmTiming(timing: id, elapsedMilliseconds: elapsed))
                    == refusal
            )
        }
        #expect(try await pause(made, at: 0).elapsedMilliseconds == 0)
        _ = try await scene.ask(ResumeTiming(timing: made.id), as: scene.ana)
        let long = try await pause(made, at: 86_400_000)
        #expect(long.elapsedMilliseconds == 86_400_000)
        #expect(long.isSuspect)
    }
}
