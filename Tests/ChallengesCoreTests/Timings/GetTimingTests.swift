import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A person sees their timings, and nobody else does (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct GetTimingTests {
    private let scene = Scene()

    @Test func `other users neither see nor move it`() async throws {
        let made = try await scene.time(goal: try await scene.setMinutes())
        let id = made.id
        let bo = scene.bo
        let refusal = ["challenges.timing_not_found"]
        #expect(await scene.refusals(of: GetTiming(timing: id), as: bo) == refusal)
        #expect(
            await scene.refusals(of: PauseTiming(timing: id, elapsedMilliseconds: 1), as: bo)
                == refusal
        )
        #expect(await scene.refusals(of: ResumeTiming(timing: id), as: bo) == refusal)
        #expect(
            await scene.refusals(of: FinishTiming(timing: id, elapsedMilliseconds: 1), as: bo)
                == refusal
        )
        #expect(await scene.refusals(of: DiscardTiming(timing: id), as: bo) == refusal)
        #expect(await scene.refusals(of: ConfirmTiming(timing: id), as: bo) == refusal)
        #expect(await scene.refusals(of: GetTiming(timing: TimingID())) == refusal)
        #expect(try await scene.timing(id) == made)
    }
}
