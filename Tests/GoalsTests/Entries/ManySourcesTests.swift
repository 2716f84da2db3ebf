import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Totals of a day come from many sources at the same time, and a goal and a contest read them
/// (2.4-source).
@Suite(.freshDatabase(Challenges.migrations))
struct ManySourcesTests {
    @Test func `no total is lost, and what reads them has the greatest`() async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            for round in 0..<Effort.scaled(3) {
                let user = UserID()
                let readers = try await Readers(of: user, in: scene)
                let calls = (1...8).map { number in
                    (user, put("\(number)000", "source \(number)", scene))
                }
                #expect(await replicas.faults(calls.shuffled()) == [], "round \(round)")
                let days = try await scene.ask(ListHealthDays(metric: .steps), as: user)
                #expect(days.items.map(\.amount) == [.of("8000")], "round \(round)")
                #expect(days.items.map(\.sources.count) == [8], "round \(round)")
                try await readers.expect("8000", isMet: true, "round \(round)")
            }
        }
    }

    @Test func `while some go up and others down, the greatest that is left counts`() async throws {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            for round in 0..<Effort.scaled(3) {
                let user = UserID()
                let readers = try await Readers(of: user, in: scene)
                for number in 1...8 {
                    _ = try await scene.ask(put("9000", "source \(number)", scene), as: user)
                }
                scene.clock.advance(by: .seconds(1))
                let calls = (1...8).map { number in
                    (user, put("\(number)00", "source \(number)", scene))
                }
                let entry = AddGoalEntry(goal: readers.goal, amount: .of("500"))
                async let logged = replicas.faults([(user, entry), (user, entry)])
                async let stored = replicas.faults(calls.shuffled())
                let refusals = await logged + stored
                #expect(refusals == [], "round \(round)")
                // What was logged for the goal adds up, and counts for it alone.
                let goal = try await scene.ask(GetGoal(goal: readers.goal), as: user)
                #expect(goal.value == .of("1000"), "round \(round)")
                #expect(goal.period?.state == .open, "round \(round)")
                #expect(try await readers.contestValue() == .of("800"), "round \(round)")
                // It was reached meanwhile, once.
                #expect(try await readers.told() == 1, "round \(round)")
            }
        }
    }

    private func put(_ amount: String, _ source: String, _ scene: Scene) -> PutHealthDay {
        PutHealthDay(
            metric: .steps,
            day: scene.clock.now.utcDay,
            amount: .of(amount),
            source: source,
            observedAt: scene.clock.now
        )
    }

    /// A goal of 8,000 steps a day, a contest of steps, and whose they are.
    private struct Readers {
        let scene: Scene
        let user: UserID
        let goal: ChallengeID
        let contest: ChallengeID

        init(of user: UserID, in scene: Scene) async throws {
            self.scene = scene
            self.user = user
            let call = CreateGoal(
                name: "Walk",
                target: .of("8000"),
                metric: .steps,
                recurrence: .daily
            )
            goal = try await scene.ask(call, as: user).id
            contest = try await scene.compete(as: user) { call in
                (call.endsAt, call.unit, call.timeZone) = (nil, nil, "UTC")
                call.metric = .steps
                call.startsOn = scene.clock.now.utcDay
                call.endsOn = scene.clock.now.utcDay.advanced(by: 1)
            }.id
        }

        func expect(_ amount: String, isMet: Bool, _ round: Comment) async throws {
            let goal = try await scene.ask(GetGoal(goal: goal), as: user)
            #expect(goal.value == .of(amount), round)
            #expect((goal.period?.state == .met) == isMet, round)
            #expect(try await contestValue() == .of(amount), round)
            #expect(try await told() == (isMet ? 1 : 0), round)
        }

        func contestValue() async throws -> Amount? {
            try await scene.contest(contest, as: user).me?.value
        }

        /// How often scoring was told that the goal is reached.
        func told() async throws -> Int {
            try await scene.emitted(GoalReached.self).filter { $0.goal == goal }.count
        }
    }
}
