import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// What time does to timings that nobody ends, with the service's own timers, and what comes of
/// them once they are confirmed (2.6-unattended).
@Suite(.freshDatabase(Challenges.migrations))
struct ConfirmTimingTests {
    private let scene = Scene()

    /// Ana forgot to end a timing of a goal.
    private func forget(
        _ goal: ChallengeID,
        for duration: Duration = .hours(24),
        in scene: Scene
    ) async throws -> Timing {
        let made = try await scene.time(goal: goal)
        scene.clock.advance(by: duration)
        try await scene.fireDue()
        return try await scene.timing(made.id)
    }

    @Test func `after a day it is finished, and makes nothing`() async throws {
        let goal = try await scene.setMinutes { $0.target = .of("100000") }
        let began = scene.clock.now
        let made = try await scene.time(goal: goal)
        scene.clock.advance(by: .hours(24) - .tick)
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.timing(made.id).state == .running)
        scene.clock.advance(by: .tick)
        // Seen so before its timer fires, with the version that is stored.
        let seen = try await scene.timing(made.id)
        #expect(seen.isUnattended)
        #expect(seen.finishedAt == began + .hours(24))
        #expect(seen.actions == [.discard, .confirm])
        #expect(seen.version == 1)
        #expect(try await scene.fireDue() == 1)
        let finished = try await scene.timing(made.id)
        #expect(finished.state == .finished)
        #expect(finished.isUnattended)
        #expect(finished.elapsedMilliseconds == 86_400_000)
        #expect(finished.finishedAt == began + .hours(24))
        #expect(finished.actions == [.discard, .confirm])
        #expect(finished.result == nil)
        #expect(finished.refusal == nil)
        #expect(finished.version == 2)
        #expect(try await scene.goalEntries(of: goal).isEmpty)
    }

    @Test func `all down over the limit, it is finished once, as of then`() async throws {
        var rules = Rules()
        rules.timings.timingMax = .minutes(30)
        try await Replicas.with(rules: rules) { replicas in
            let scene = replicas.scene
            let goal = try await scene.setMinutes()
            let began = scene.clock.now
            var made: [Timing] = [try await scene.time(goal: goal)]
            for _ in 0..<5 {
                made.append(try await scene.time(goal: try await scene.setMinutes()))
            }
            try await replicas.come(began + .hours(5))
            for timing in made {
                let finished = try await scene.timing(timing.id)
                #expect(finished.isUnattended)
                #expect(finished.elapsedMilliseconds == 1_800_000)
                #expect(finished.finishedAt == began + .minutes(30))
                #expect(finished.version == 2)
            }
            #expect(try await scene.timingRows() == [6, 0])
        }
    }

    @Test func `one that is paused is finished with the time that it has`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        scene.clock.advance(by: .seconds(60))
        let pause = PauseTiming(timing: made.id, elapsedMilliseconds: 60_000)
        _ = try await scene.ask(pause, as: scene.ana)
        scene.clock.advance(by: .hours(24))
        try await scene.fireDue()
        let finished = try await scene.timing(made.id)
        #expect(finished.isUnattended)
        #expect(finished.elapsedMilliseconds == 60_000)
        #expect(finished.finishedAt == made.startedAt + .hours(24))
    }

    @Test func `confirmed with less, it makes what it would have made when it ended`()
        async throws
    {
        let goal = try await scene.setMinutes { $0.recurrence = .daily }
        let forgotten = try await forget(goal, in: scene)
        scene.clock.advance(by: .hours(30))
        let call = ConfirmTiming(timing: forgotten.id, elapsedMilliseconds: 900_000)
        let confirmed = try await scene.ask(call, as: scene.ana)
        #expect(confirmed.elapsedMilliseconds == 900_000)
        #expect(confirmed.isUnattended)
        #expect(confirmed.actions.isEmpty)
        #expect(confirmed.isMet == true)
        #expect(confirmed.finishedAt == forgotten.finishedAt)
        #expect(confirmed.version == forgotten.version + 1)
        let entries = try await scene.goalEntries(of: goal)
        #expect(entries.map(\.id.uuid) == [confirmed.result?.id])
        #expect(entries.map(\.amount) == [.of("15")])
        #expect(entries.map(\.occurredAt) == [forgotten.finishedAt])
        // Again, also with another time: nothing changes.
        #expect(try await scene.ask(call, as: scene.ana) == confirmed)
        #expect(
            try await scene.ask(ConfirmTiming(timing: forgotten.id), as: scene.ana) == confirmed
        )
        #expect(try await scene.goalEntries(of: goal) == entries)
    }

    @Test func `confirmed as it is, it has all of its time`() async throws {
        let goal = try await scene.setMinutes { $0.target = .of("100000") }
        let forgotten = try await forget(goal, in: scene)
        let call = ConfirmTiming(timing: forgotten.id)
        #expect(try await scene.ask(call, as: scene.ana).result != nil)
        #expect(try await scene.goalEntries(of: goal).map(\.amount) == [.of("1440")])
    }

    @Test func `it is confirmed with the version that was seen before its timer fired`()
        async throws
    {
        let goal = try await scene.setMinutes { $0.target = .of("100000") }
        let made = try await scene.time(goal: goal)
        scene.clock.advance(by: .hours(24))
        let seen = try await scene.timing(made.id)
        let stale = ConfirmTiming(timing: made.id, ifVersion: seen.version + 1)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.timing == seen)
        let call = ConfirmTiming(timing: made.id, ifVersion: seen.version)
        #expect(try await scene.ask(call, as: scene.ana).result != nil)
        #expect(try await scene.fireDue() == 0)
    }

    @Test func `it is confirmed with no more than it has`() async throws {
        var rules = Rules()
        rules.timings.timingMax = .minutes(10)
        let scene = Scene(rules: rules)
        let goal = try await scene.setMinutes()
        let forgotten = try await forget(goal, for: .minutes(10), in: scene)
        let more = ConfirmTiming(timing: forgotten.id, elapsedMilliseconds: 600_001)
        #expect(
            await scene.refusals(of: more) == ["/elapsedMilliseconds challenges.elapsed_invalid"]
        )
        #expect(try await scene.timing(forgotten.id) == forgotten)
        let all = ConfirmTiming(timing: forgotten.id, elapsedMilliseconds: 600_000)
        #expect(try await scene.ask(all, as: scene.ana).result != nil)
    }

    @Test func `it may be discarded, and is not finished any more`() async throws {
        let goal = try await scene.setMinutes()
        let forgotten = try await forget(goal, in: scene)
        // The device that was offline comes too late.
        let late = FinishTiming(timing: forgotten.id, elapsedMilliseconds: 60_000)
        let fault = await scene.fault(late, as: scene.ana)
        #expect(fault?.code == "challenges.wrong_state")
        #expect(fault?.timing == forgotten)
        let discard = DiscardTiming(timing: forgotten.id)
        let discarded = try await scene.ask(discard, as: scene.ana)
        #expect(discarded.state == .discarded)
        #expect(discarded.finishedAt == nil)
        let confirm = ConfirmTiming(timing: forgotten.id)
        #expect(await scene.refusals(of: confirm) == ["challenges.wrong_state"])
        #expect(try await scene.goalEntries(of: goal).isEmpty)
    }

    @Test func `confirmed on the day before it froze, it counts, and later not`() async throws {
        for (wait, refusal) in [
            (Duration.hours(48), nil), (.hours(72), "challenges.period_closed"),
        ] {
            let goal = try await scene.setMinutes { $0.recurrence = .daily }
            let forgotten = try await forget(goal, in: scene)
            scene.clock.advance(by: wait)
            let call = ConfirmTiming(timing: forgotten.id, elapsedMilliseconds: 600_000)
            let confirmed = try await scene.ask(call, as: scene.ana)
            #expect(confirmed.refusal == refusal)
            #expect((confirmed.result == nil) == (refusal != nil))
        }
    }

    @Test func `a mark is of the day on which it ended`() async throws {
        let goal = try await scene.setMark()
        let forgotten = try await forget(goal, in: scene)
        let day = try #require(forgotten.finishedAt).utcDay
        scene.clock.advance(by: .hours(24))
        try await scene.fireDue()
        let call = ConfirmTiming(timing: forgotten.id)
        #expect(try await scene.ask(call, as: scene.ana).result?.kind == .goal)
        let periods = try await scene.ask(ListPeriods(goal: goal), as: scene.ana).items
        #expect(periods.filter { $0.state == .met }.map(\.startsOn) == [day])
    }

    @Test func `confirmed on all devices at once, it is logged once`() async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            let goal = try await scene.setMinutes { $0.target = .of("100000") }
            let forgotten = try await forget(goal, in: scene)
            let call = ConfirmTiming(timing: forgotten.id)
            let faults = await replicas.faults(Array(repeating: (scene.ana, call), count: 6))
            #expect(faults.isEmpty)
            #expect(try await scene.goalEntries(of: goal).count == 1)
        }
    }
}
