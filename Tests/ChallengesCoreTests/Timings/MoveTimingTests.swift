import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A timing is moved from all devices of its person (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct MoveTimingTests {
    private let scene = Scene()

    private func pause(_ timing: Timing, at milliseconds: Int) async throws -> Timing {
        let call = PauseTiming(timing: timing.id, elapsedMilliseconds: milliseconds)
        return try await scene.ask(call, as: scene.ana)
    }

    private func resume(_ timing: Timing) async throws -> Timing {
        try await scene.ask(ResumeTiming(timing: timing.id), as: scene.ana)
    }

    @Test func `one device starts it, another pauses it, and finishing twice logs once`()
        async throws
    {
        let goal = try await scene.setMinutes()
        let began = scene.clock.now
        let made = try await scene.time(goal: goal)
        scene.clock.advance(by: .seconds(60))
        let paused = try await pause(made, at: 59_000)
        #expect(paused.state == .paused)
        #expect(paused.elapsedMilliseconds == 59_000)
        #expect(paused.runningSince == nil)
        #expect(paused.actions == [.resume, .finish, .discard])
        #expect(paused.version == 2)
        scene.clock.advance(by: .minutes(10))
        let again = try await resume(made)
        #expect(again.state == .running)
        #expect(again.runningSince == began + .seconds(660))
        #expect(
            again.segments == [
                Timing.Segment(startedAt: began, stoppedAt: began + .seconds(60)),
                Timing.Segment(startedAt: began + .seconds(660)),
            ]
        )
        let finished = try await scene.finish(made, after: 31, telling: 90_000)
        #expect(finished.state == .finished)
        #expect(finished.elapsedMilliseconds == 90_000)
        #expect(finished.finishedAt == scene.clock.now)
        #expect(!finished.isSuspect)
        #expect(finished.actions.isEmpty)
        #expect(finished.version == 4)
        // The other device finishes it too, with another time.
        #expect(try await scene.finish(made, after: 5, telling: 400_000) == finished)
        let entries = try await scene.goalEntries(of: goal)
        #expect(entries.map(\.amount) == [.of("1.5")])
        #expect(entries.map(\.id.uuid) == [finished.result?.id])
        #expect(try await scene.goal(goal).value == .of("1.5"))
        #expect(try await scene.timingRows() == [1, 0])
    }

    @Test func `finished on all devices at once, it logs once`() async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            let goal = try await scene.setMinutes()
            let made = try await scene.time(goal: goal)
            scene.clock.advance(by: .seconds(60))
            let call = FinishTiming(timing: made.id, elapsedMilliseconds: 60_000)
            let faults = await replicas.faults(Array(repeating: (scene.ana, call), count: 8))
            #expect(faults.isEmpty)
            #expect(try await scene.goalEntries(of: goal).map(\.amount) == [.of("1")])
            #expect(try await scene.timing(made.id).version == 2)
        }
    }

    @Test func `finished and discarded at once, it ends once`() async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            let goal = try await scene.setMinutes()
            for _ in 0..<4 {
                let before = try await scene.goalEntries(of: goal).count
                let made = try await scene.time(goal: goal)
                async let discarded = replicas.fault(
                    DiscardTiming(timing: made.id),
                    as: scene.ana,
                    on: 0
                )
                async let finished = replicas.fault(
                    FinishTiming(timing: made.id, elapsedMilliseconds: 60_000),
                    as: scene.ana,
                    on: 1
                )
                let refused = await [discarded, finished].compactMap { $0?.code }
                #expect(refused == ["challenges.wrong_state"])
                let timing = try await scene.timing(made.id)
                let after = try await scene.goalEntries(of: goal).count
                #expect(after - before == (timing.state == .finished ? 1 : 0))
            }
        }
    }

    @Test func `after an end every other move is refused with the timing`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        let finished = try await scene.finish(made, after: 60)
        func refused<C: Call>(_ call: C, _ timing: Timing) async {
            let fault = await scene.fault(call, as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.kind == .conflict)
            #expect(fault?.timing == timing)
        }
        await refused(PauseTiming(timing: made.id, elapsedMilliseconds: 1), finished)
        await refused(ResumeTiming(timing: made.id), finished)
        await refused(DiscardTiming(timing: made.id), finished)
        await refused(ConfirmTiming(timing: made.id), finished)
        let second = try await scene.time(goal: goal)
        let discarded = try await scene.ask(DiscardTiming(timing: second.id), as: scene.ana)
        await refused(PauseTiming(timing: second.id, elapsedMilliseconds: 1), discarded)
        await refused(ResumeTiming(timing: second.id), discarded)
        await refused(FinishTiming(timing: second.id, elapsedMilliseconds: 1), discarded)
        await refused(ConfirmTiming(timing: second.id), discarded)
        #expect(try await scene.goalEntries(of: goal).count == 1)
    }

    @Test func `thirty seconds told after ten are suspect, and count`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        let finished = try await scene.finish(made, after: 10, telling: 30_000)
        #expect(finished.isSuspect)
        #expect(finished.elapsedMilliseconds == 30_000)
        #expect(try await scene.goalEntries(of: goal).map(\.amount) == [.of("0.5")])
    }

    @Test func `another version is refused, and nothing is made`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        let paused = try await pause(made, at: 0)
        let calls = [
            FinishTiming(timing: made.id, elapsedMilliseconds: 1, ifVersion: 1),
            FinishTiming(timing: made.id, elapsedMilliseconds: 1, ifVersion: 3),
        ]
        for call in calls {
            let fault = await scene.fault(call, as: scene.ana)
            #expect(fault?.code == "challenges.version_stale")
            #expect(fault?.timing == paused)
        }
        let stale = ResumeTiming(timing: made.id, ifVersion: 1)
        #expect(await scene.refusals(of: stale) == ["challenges.version_stale"])
        #expect(try await scene.goalEntries(of: goal).isEmpty)
        let call = FinishTiming(timing: made.id, elapsedMilliseconds: 60_000, ifVersion: 2)
        #expect(try await scene.ask(call, as: scene.ana).state == .finished)
    }

    @Test func `a repetition by its key gets the same answer, also once it is gone`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        scene.clock.advance(by: .seconds(60))
        let call = FinishTiming(timing: made.id, elapsedMilliseconds: 60_000, note: "Om.")
        let finished = try await scene.ask(call, as: scene.ana, key: "k")
        _ = try await scene.ask(DeleteGoal(goal: goal), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == finished)
    }
}
