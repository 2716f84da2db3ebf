import ChallengesAPI
import ChallengesTestKit
import Dares
import FoundationEssentials
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// People start to time what they are at (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct StartTimingTests {
    private let scene = Scene()

    @Test func `a goal in a unit of time is counted down from its target`() async throws {
        let goal = try await scene.setMinutes()
        let now = scene.clock.now
        let id = TimingID()
        let made = try await scene.time(goal: goal) { $0.id = id }
        #expect(made.id == id)
        #expect(made.of == .goal)
        #expect(made.subject == goal.uuid)
        #expect(made.mode == .countdown)
        #expect(made.targetSeconds == 600)
        #expect(made.state == .running)
        #expect(made.elapsedMilliseconds == 0)
        #expect(made.isMet == false)
        #expect(made.startedAt == now)
        #expect(made.runningSince == now)
        #expect(made.segments == [Timing.Segment(startedAt: now)])
        #expect(made.finishedAt == nil)
        #expect(!made.isSuspect)
        #expect(made.isVerified)
        #expect(!made.isUnattended)
        #expect(made.result == nil)
        #expect(made.refusal == nil)
        #expect(made.actions == [.pause, .finish, .discard])
        #expect(made.version == 1)
        #expect(try await scene.timing(id) == made)
        #expect(try await scene.dueTimes().contains(now + .hours(24)))
    }

    @Test func `what the call says comes first`() async throws {
        let goal = try await scene.setMinutes()
        let watch = try await scene.time(goal: goal) { $0.mode = .stopwatch }
        #expect(watch.mode == .stopwatch)
        #expect(watch.isMet == nil)
        try await scene.finish(watch, after: 1)
        let short = try await scene.time(goal: goal) { $0.targetSeconds = 60 }
        #expect(short.mode == .countdown)
        #expect(short.targetSeconds == 60)
        try await scene.finish(short, after: 1)
        let mark = try await scene.setMark()
        let other = try await scene.time(goal: mark)
        #expect(other.mode == .stopwatch)
        #expect(other.targetSeconds == nil)
    }

    @Test func `a countdown needs a time to count down from`() async throws {
        let call = StartTiming(of: .goal, subject: try await scene.setMark().uuid, mode: .countdown)
        #expect(
            await scene.refusals(of: call) == ["/targetSeconds challenges.timer_needs_time"]
        )
    }

    @Test func `wrong fields are refused, all together`() async throws {
        let call = StartTiming(
            of: .unknown,
            subject: UUID(),
            mode: .unknown,
            targetSeconds: 0,
            startedAt: scene.clock.now - .days(2)
        )
        #expect(
            await scene.refusals(of: call) == [
                "/of challenges.subject_unknown", "/mode challenges.mode_unknown",
                "/targetSeconds challenges.target_seconds_invalid",
                "/startedAt challenges.started_invalid",
            ]
        )
        #expect(try await scene.timingRows() == [0, 0])
    }

    @Test func `a target time is a second to a day`() async throws {
        let goal = try await scene.setMinutes()
        for (seconds, isTaken) in [(0, false), (1, true), (86_400, true), (86_401, false)] {
            let call = StartTiming(of: .goal, subject: goal.uuid, targetSeconds: seconds)
            guard isTaken else {
                #expect(
                    await scene.refusals(of: call) == [
                        "/targetSeconds challenges.target_seconds_invalid"
                    ]
                )
                continue
            }
            let made = try await scene.ask(call, as: scene.ana)
            _ = try await scene.ask(DiscardTiming(timing: made.id), as: scene.ana)
        }
    }

    @Test func `it began at most a day ago, and not ahead`() async throws {
        let now = scene.clock.now
        let goal = try await scene.setMinutes()
        for (moment, start, isVerified) in [
            (now - .hours(24) - .tick, nil, false), (now - .hours(23), now - .hours(23), false),
            (now - .seconds(5) - .tick, now - .seconds(5) - .tick, false),
            (now - .seconds(5), now - .seconds(5), true), (now + .minutes(5), now, true),
            (now + .minutes(5) + .tick, nil, true),
        ] as [(Instant, Instant?, Bool)] {
            let call = StartTiming(of: .goal, subject: goal.uuid, startedAt: moment)
            guard let start else {
                #expect(
                    await scene.refusals(of: call) == ["/startedAt challenges.started_invalid"]
                )
                continue
            }
            let made = try await scene.ask(call, as: scene.ana)
            #expect(made.startedAt == start)
            #expect(made.isVerified == isVerified)
            _ = try await scene.ask(DiscardTiming(timing: made.id), as: scene.ana)
        }
    }

    @Test func `one that began a day ago is over at once`() async throws {
        let goal = try await scene.setMinutes()
        let began = scene.clock.now - .hours(24)
        let made = try await scene.time(goal: goal) { $0.startedAt = began }
        #expect(made.state == .finished)
        #expect(made.isUnattended)
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.timing(made.id).actions == [.discard, .confirm])
    }

    // One at a time.

    @Test func `a second live timing of one thing is refused with the first`() async throws {
        let (goal, other) = (try await scene.setMinutes(), try await scene.setMinutes())
        let first = try await scene.time(goal: goal)
        let fault = await scene.fault(
            StartTiming(of: .goal, subject: goal.uuid, mode: .stopwatch),
            as: scene.ana
        )
        #expect(fault?.code == "challenges.timing_live")
        #expect(fault?.kind == .conflict)
        #expect(fault?.timing == first)
        // Another thing may be timed meanwhile; and a paused timing is live too.
        try await scene.time(goal: other)
        let pause = PauseTiming(timing: first.id, elapsedMilliseconds: 0)
        _ = try await scene.ask(pause, as: scene.ana)
        #expect(
            await scene.refusals(of: StartTiming(of: .goal, subject: goal.uuid)) == [
                "challenges.timing_live"
            ]
        )
        _ = try await scene.ask(DiscardTiming(timing: first.id), as: scene.ana)
        #expect(try await scene.time(goal: goal).id != first.id)
    }

    @Test func `of many starts at once one is live`() async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            let goal = try await scene.setMinutes()
            let call = StartTiming(of: .goal, subject: goal.uuid)
            let faults = await replicas.faults(Array(repeating: (scene.ana, call), count: 8))
            #expect(faults.map(\.code) == Array(repeating: "challenges.timing_live", count: 7))
            #expect(try await scene.timingRows() == [1, 1])
        }
    }

    @Test func `one that nobody ended in time does not stand in the way`() async throws {
        let goal = try await scene.setMinutes()
        let first = try await scene.time(goal: goal)
        // No timer fires.
        scene.clock.advance(by: .hours(24))
        let second = try await scene.time(goal: goal)
        #expect(second.state == .running)
        #expect(try await scene.timing(first.id).isUnattended)
        #expect(try await scene.timingRows() == [2, 1])
        #expect(try await scene.fireDue() == 0)
    }

    // Repetitions.

    @Test func `a repetition finds what was started`() async throws {
        let goal = try await scene.setMinutes()
        let call = StartTiming(
            id: TimingID(),
            of: .goal,
            subject: goal.uuid,
            startedAt: scene.clock.now + .minutes(1)
        )
        let made = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .seconds(7))
        #expect(try await scene.ask(call, as: scene.ana) == made)
        let changes: [(inout StartTiming) -> Void] = [
            { $0.subject = UUID() }, { $0.of = .contest }, { $0.mode = .stopwatch },
            { $0.targetSeconds = 601 }, { $0.startedAt = made.startedAt - .seconds(1) },
        ]
        for change in changes {
            var other = call
            change(&other)
            #expect(await scene.refusals(of: other) == ["challenges.id_taken"])
        }
        _ = try await scene.finish(made, after: 1)
        #expect(try await scene.ask(call, as: scene.ana).state == .finished)
        // Another person's id is taken, and nothing is told of it.
        let theirs = try await scene.ask(
            CreateGoal(name: "Read", recurrence: .daily),
            as: scene.bo
        )
        let taken = StartTiming(id: call.id, of: .goal, subject: theirs.id.uuid)
        let fault = await scene.fault(taken, as: scene.bo)
        #expect(fault?.code == "challenges.id_taken")
        #expect(fault?.current == nil)
    }

    // Whose it is, and whether it is open.

    @Test func `what is another person's is not there`() async throws {
        let goal = try await scene.setMinutes()
        let dare = try await scene.make(.accepted)
        let contest = try await scene.compete()
        for (of, subject, code) in [
            (Timing.Subject.goal, goal.uuid, "goal"), (.assignment, dare.uuid, "assignment"),
            (.contest, contest.id.uuid, "contest"), (.goal, UUID(), "goal"),
            (.assignment, UUID(), "assignment"), (.contest, UUID(), "contest"),
            // The id of another kind.
            (.goal, contest.id.uuid, "goal"), (.contest, goal.uuid, "contest"),
        ] {
            let fault = await scene.fault(StartTiming(of: of, subject: subject), as: scene.cy)
            #expect(fault?.code == "challenges.\(code)_not_found")
            #expect(fault?.kind == .notFound)
            #expect(fault?.current == nil)
        }
        // The sender sees the dare, but it is not theirs to time.
        let sent = StartTiming(of: .assignment, subject: dare.uuid)
        #expect(await scene.refusals(of: sent) == ["challenges.assignment_not_found"])
    }

    @Test func `a goal that is over is not timed, and a paused one is`() async throws {
        let goal = try await scene.setMinutes()
        _ = try await scene.ask(PauseGoal(goal: goal), as: scene.ana)
        let made = try await scene.time(goal: goal)
        _ = try await scene.ask(DiscardTiming(timing: made.id), as: scene.ana)
        _ = try await scene.ask(AbandonGoal(goal: goal), as: scene.ana)
        let call = StartTiming(of: .goal, subject: goal.uuid)
        #expect(await scene.refusals(of: call) == ["challenges.wrong_state"])
    }

    @Test func `a goal whose last day has passed is not timed, however late its timer is`()
        async throws
    {
        let goal = try await scene.setMinutes { $0.lastDay = scene.clock.now.utcDay }
        scene.clock.advance(by: .hours(2))
        let call = StartTiming(of: .goal, subject: goal.uuid)
        #expect(await scene.refusals(of: call) == ["challenges.wrong_state"])
    }

    // Many.

    @Test func `a user can start only the maximum number of timings in a day`() async throws {
        var rules = Rules()
        rules.timings.timingsDay = 2
        let scene = Scene(rules: rules)
        let goal = try await scene.setMinutes()
        func start() async throws {
            let made = try await scene.time(goal: goal)
            _ = try await scene.ask(DiscardTiming(timing: made.id), as: scene.ana)
        }
        try await start()
        scene.clock.advance(by: .hours(3))
        try await start()
        scene.clock.advance(by: .hours(20))
        let call = StartTiming(of: .goal, subject: goal.uuid)
        let fault = await scene.fault(call, as: scene.ana)
        #expect(fault?.code == "challenges.timings_exhausted")
        #expect(fault?.retryAfterSeconds == 3_600)
        scene.clock.advance(by: .hours(1) - .tick)
        #expect(await scene.refusals(of: call) == ["challenges.timings_exhausted"])
        scene.clock.advance(by: .tick)
        try await start()
        #expect(await scene.refusals(of: call) == ["challenges.timings_exhausted"])
    }
}
