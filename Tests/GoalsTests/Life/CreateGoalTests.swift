import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// Goals are made from a text of their own, or from a definition (CH-01, CH-02, CH-16, CH-27).
@Suite(.freshDatabase(Challenges.migrations))
struct CreateGoalTests {
    private let scene = Scene()

    private func refusals(
        _ change: (inout CreateGoal) -> Void
    ) async -> [String] {
        var call = CreateGoal(name: "Read", unit: "pages", target: .of("10"))
        change(&call)
        return await scene.refusals(of: call)
    }

    @Test func `it has what the call says, and is private and active`() async throws {
        let made = try await scene.set { call in
            call.description = "In bed.\nEach evening."
            call.wholeNumbers = true
        }
        #expect(made.owner.id == scene.ana)
        #expect(made.name == "Read")
        #expect(made.description == "In bed.\nEach evening.")
        #expect(made.definition == nil)
        #expect(made.unit == "pages")
        #expect(made.target == .of("10"))
        #expect(made.nextTarget == nil)
        #expect(made.wholeNumbers)
        #expect(made.metric == nil)
        #expect(made.recurrence == .once)
        #expect(made.windowDays == nil)
        #expect(made.lastDay == nil)
        #expect(made.restWeekdays == [])
        #expect(made.state == .active)
        #expect(made.value == .zero)
        #expect(made.progress == 0)
        #expect(made.period == nil)
        #expect(made.visibility == .private)
        #expect(made.photos == [])
        #expect(made.metAt == nil)
        #expect(!made.isFlagged)
        #expect(made.actions == [.change, .delete, .pause, .abandon, .log])
        #expect(made.createdAt == scene.clock.now)
        #expect(made.version == 1)
        #expect(try await scene.goal(made.id) == made)
        #expect(try await scene.dueTimes() == [])
    }

    @Test func `without a target it is marked, and has no value`() async throws {
        let made = try await scene.setMark()
        #expect(made.description == "")
        #expect(made.target == nil)
        #expect(made.unit == nil)
        #expect(made.value == nil)
        #expect(made.progress == nil)
        #expect(made.actions == [.change, .delete, .pause, .abandon, .complete])
    }

    @Test func `one that recurs has a period, and a timer for its end`() async throws {
        let made = try await scene.set(.weekly, until: "2023-11-30")
        let period = try #require(made.period)
        #expect(period.startsOn == .of("2023-11-13"))
        #expect(period.endsOn == .of("2023-11-19"))
        #expect(period.state == .open)
        #expect(period.value == .zero)
        #expect(period.target == .of("10"))
        #expect(period.metAt == nil)
        #expect(period.closesAt == .of("2023-11-22T00:00:00Z"))
        #expect(made.lastDay == .of("2023-11-30"))
        #expect(try await scene.dueTimes() == [.of("2023-11-20T00:00:00Z")])
        #expect(try await scene.goalRows(of: made.id) == [1, 1, 1, 0, 1])
    }

    @Test func `one that is reached once has a timer for its last day`() async throws {
        try await scene.set(.once, until: "2023-11-14")
        #expect(try await scene.dueTimes() == [.of("2023-11-15T00:00:00Z")])
    }

    @Test func `a metric brings its unit, which may be said`() async throws {
        let made = try await scene.setSteps("10000", .daily)
        #expect(made.metric == .steps)
        #expect(made.unit == "steps")
        let said = try await scene.setSteps("10000") { $0.unit = "steps" }
        #expect(said.unit == "steps")
        let window = try await scene.setSteps("900000") { $0.windowDays = 366 }
        #expect(window.windowDays == 366)
        #expect(try await scene.goal(window.id).windowDays == 366)
    }

    @Test func `days of rest are told in their order`() async throws {
        let made = try await scene.set(.daily, resting: [7, 1, 6])
        #expect(made.restWeekdays == [1, 6, 7])
        #expect(try await scene.goal(made.id).restWeekdays == [1, 6, 7])
    }

    // Definitions.

    @Test func `each preset starts a goal by itself`() async throws {
        let call = ListDefinitions(of: .preset)
        let presets = try await scene.ask(call, as: scene.ana).items
        #expect(!presets.isEmpty)
        for preset in presets {
            let made = try await scene.ask(CreateGoal(definition: preset.id), as: scene.ana)
            #expect(made.definition == preset.id)
            #expect(made.name == preset.name)
            #expect(made.description == preset.description)
            #expect(made.unit == preset.unit)
            #expect(made.target == preset.target)
            #expect(made.metric == preset.metric)
        }
    }

    @Test func `a field counts in place of the definition's, and the goal keeps the rest`()
        async throws
    {
        let definition = try await scene.ask(
            CreateDefinition(
                name: "Steps",
                description: "Walk.",
                unit: "steps",
                target: .of("8000"),
                wholeNumbers: true,
                metric: .steps
            ),
            as: scene.ana
        )
        let same = try await scene.ask(CreateGoal(definition: definition.id), as: scene.ana)
        #expect(same.name == "Steps")
        #expect(same.description == "Walk.")
        #expect(same.target == .of("8000"))
        #expect(same.metric == .steps)
        #expect(same.wholeNumbers)
        let other = try await scene.ask(
            CreateGoal(
                definition: definition.id,
                name: "More steps",
                description: "Run.",
                target: .of("12000"),
                recurrence: .daily
            ),
            as: scene.ana
        )
        #expect(other.name == "More steps")
        #expect(other.description == "Run.")
        #expect(other.target == .of("12000"))
        #expect(other.metric == .steps)
        #expect(other.unit == "steps")
        #expect(other.recurrence == .daily)
        let change = ChangeDefinition(definition: definition.id, name: "Stairs")
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.goal(same.id).name == "Steps")
    }

    @Test func `a definition that the caller does not see starts nothing`() async throws {
        let hidden = try await scene.post(visibility: .private, by: scene.bo)
        for definition in [hidden.id, DefinitionID()] {
            let call = CreateGoal(definition: definition)
            let refusals = await scene.refusals(of: call)
            #expect(refusals == ["/definition challenges.definition_unknown"])
        }
    }

    // Bad input.

    @Test(arguments: ["0", "-1", "-0.000001"])
    func `a target is above 0`(target: String) async {
        let refusals = await refusals { $0.target = .of(target) }
        #expect(refusals == ["/target challenges.goal_not_a_number"])
    }

    @Test func `of whole numbers the target is one`() async throws {
        let refusals = await refusals { ($0.target, $0.wholeNumbers) = (.of("1.5"), true) }
        #expect(refusals == ["/target challenges.target_not_whole"])
        let made = try await scene.set { $0.target = .of("1.5") }
        #expect(made.target == .of("1.5"))
    }

    @Test func `a target has a unit, and a metric a target and its own unit`() async {
        #expect(await refusals { $0.unit = nil } == ["/unit challenges.unit_missing"])
        #expect(await refusals { $0.unit = "" } == ["/unit challenges.unit_missing"])
        #expect(
            await refusals { $0.metric = .steps } == ["/unit challenges.metric_unit"]
        )
        #expect(
            await refusals { ($0.metric, $0.unit, $0.target) = (.steps, nil, nil) }
                == ["/target challenges.target_missing"]
        )
        #expect(
            await refusals { ($0.metric, $0.unit) = (.unknown, nil) }
                == ["/metric challenges.metric_unknown"]
        )
    }

    @Test(
        arguments: [
            (Goal.Recurrence.once, Int?.none, "200000", true), (.once, nil, "200000.000001", false),
            (.once, 1, "200001", false), (.once, 2, "200001", true), (.daily, nil, "200000", true),
            (.daily, nil, "200001", false), (.weekly, nil, "200001", true),
            (.monthly, nil, "900000", true),
        ] as [(Goal.Recurrence, Int?, String, Bool)]
    )
    func `where one day must reach it, a target is no more than a day may hold`(
        recurrence: Goal.Recurrence,
        window: Int?,
        target: String,
        isTaken: Bool
    ) async {
        let refusals = await refusals { call in
            (call.unit, call.metric, call.target) = (nil, .steps, .of(target))
            (call.recurrence, call.windowDays) = (recurrence, window)
        }
        #expect(refusals == (isTaken ? [] : ["/target challenges.goal_beyond_day"]))
    }

    @Test(
        arguments: [
            (Goal.Recurrence.once, Metric?.some(.steps), 1, true), (.once, .steps, 366, true),
            (.once, .steps, 0, false), (.once, .steps, 367, false), (.once, .steps, -1, false),
            (.once, nil, 2, false), (.daily, .steps, 2, false), (.weekly, .steps, 2, false),
            (.monthly, .steps, 1, false),
        ] as [(Goal.Recurrence, Metric?, Int, Bool)]
    )
    func `a window has 1 to 366 days, of a goal with a metric that is reached once`(
        recurrence: Goal.Recurrence,
        metric: Metric?,
        window: Int,
        isTaken: Bool
    ) async {
        let refusals = await refusals { call in
            (call.metric, call.recurrence, call.windowDays) = (metric, recurrence, window)
            if metric != nil { call.unit = nil }
        }
        #expect(refusals == (isTaken ? [] : ["/windowDays challenges.window_invalid"]))
    }

    @Test(
        arguments: [
            (Goal.Recurrence.daily, [Int](), true), (.daily, [1], true),
            (.daily, [1, 2, 3, 4, 5, 7], true), (.daily, [1, 2, 3, 4, 5, 6, 7], false),
            (.daily, [0], false), (.daily, [8], false), (.daily, [2, 2], false),
            (.weekly, [], true), (.weekly, [1], false), (.monthly, [7], false),
            (.once, [3], false),
        ]
    )
    func `a daily goal rests on some weekdays, each once`(
        recurrence: Goal.Recurrence,
        days: [Int],
        isTaken: Bool
    ) async {
        let refusals = await refusals { ($0.recurrence, $0.restWeekdays) = (recurrence, days) }
        #expect(refusals == (isTaken ? [] : ["/restWeekdays challenges.rest_weekdays_invalid"]))
    }

    @Test func `the last day is today or later`() async {
        #expect(
            await refusals { $0.lastDay = .of("2023-11-13") }
                == ["/lastDay challenges.last_day_invalid"]
        )
        #expect(await refusals { $0.lastDay = .of("2023-11-14") } == [])
        #expect(await refusals { $0.lastDay = .of("2033-11-14") } == [])
    }

    @Test func `today is the owner's, also of a first goal`() async throws {
        try await scene.live(in: "Asia/Tokyo")
        #expect(
            await refusals { $0.lastDay = .of("2023-11-14") }
                == ["/lastDay challenges.last_day_invalid"]
        )
        let made = try await scene.set(.daily, until: "2023-11-15")
        #expect(made.period?.startsOn == .of("2023-11-15"))
        #expect(try await scene.dueTimes() == [.of("2023-11-15T15:00:00Z")])
    }

    @Test(arguments: [Visibility.public, .unknown])
    func `it is private or for friends`(visibility: Visibility) async throws {
        let refusals = await refusals { $0.visibility = visibility }
        #expect(refusals == ["/visibility challenges.visibility_unknown"])
        let made = try await scene.set { $0.visibility = .friends }
        #expect(made.visibility == .friends)
    }

    @Test func `all wrong fields are refused together`() async {
        let refusals = await refusals { call in
            call.name = " "
            call.description = String(repeating: "x", count: 2_001)
            call.unit = "two\nlines"
            call.target = .zero
            call.recurrence = .unknown
            call.windowDays = 0
            call.restWeekdays = [0]
            call.visibility = .public
            call.lastDay = .of("2023-11-13")
            call.mediaIDs = (0..<11).map { _ in MediaID() }
        }
        #expect(
            Set(refusals) == [
                "/name challenges.name_invalid", "/description challenges.description_invalid",
                "/unit challenges.unit_invalid", "/target challenges.goal_not_a_number",
                "/recurrence challenges.recurrence_unknown",
                "/windowDays challenges.window_invalid",
                "/restWeekdays challenges.rest_weekdays_invalid",
                "/visibility challenges.visibility_unknown",
                "/lastDay challenges.last_day_invalid", "/mediaIDs challenges.media_too_many",
            ]
        )
    }

    @Test func `without a definition it needs a name`() async {
        let call = CreateGoal(unit: "pages", target: .of("10"))
        #expect(await scene.refusals(of: call) == ["/name challenges.name_invalid"])
    }

    // Pictures.

    @Test func `its pictures are claimed for it, and shown in their order`() async throws {
        let pictures = [MediaID(), MediaID()]
        let made = try await scene.set { $0.mediaIDs = pictures }
        #expect(made.photos.map(\.id) == pictures)
        #expect(scene.media.claimed.map(\.media) == [pictures])
        scene.media.lose(pictures[1])
        let refusals = await refusals { $0.mediaIDs = pictures }
        #expect(refusals == ["/mediaIDs/1 challenges.media_not_found"])
    }

    // How many.

    @Test func `a user has at most 100 goals that are not over`() async throws {
        let scene = Scene(rules: Rules(goals: GoalRules(goals: 3)))
        #expect(GoalRules().goals == 100)
        let first = try await scene.setMark()
        let second = try await scene.setMark()
        let third = try await scene.setMark()
        let call = CreateGoal(name: "One more")
        #expect(await scene.refusals(of: call) == ["challenges.goals_too_many"])
        // Another person has as many.
        _ = try await scene.ask(call, as: scene.bo)
        // One that is paused is not over.
        _ = try await scene.ask(PauseGoal(goal: first.id), as: scene.ana)
        #expect(await scene.refusals(of: call) == ["challenges.goals_too_many"])
        try await scene.mark(second.id)
        _ = try await scene.ask(call, as: scene.ana)
        #expect(await scene.refusals(of: call) == ["challenges.goals_too_many"])
        _ = try await scene.ask(DeleteGoal(goal: third.id), as: scene.ana)
        _ = try await scene.ask(call, as: scene.ana)
    }

    @Test func `of goals that are made at once no more are taken`() async throws {
        let scene = Scene(rules: Rules(goals: GoalRules(goals: 3)))
        try await scene.knowAll()
        let call = CreateGoal(name: "Run")
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { await scene.fault(call, as: scene.ana) == nil }
            }
            return await group.reduce(into: 0) { count, isMade in count += isMade ? 1 : 0 }
        }
        #expect(made == 3)
        #expect(try await scene.ask(ListGoals(), as: scene.ana).items.count == 3)
    }

    // Repetitions.

    @Test func `repeated with its id it is made once`() async throws {
        let id = ChallengeID()
        let pictures = [MediaID()]
        func make(_ change: (inout CreateGoal) -> Void = { _ in }) -> CreateGoal {
            var call = CreateGoal(
                id: id,
                name: "Read",
                unit: "pages",
                target: .of("10"),
                recurrence: .daily,
                lastDay: .of("2023-11-30"),
                restWeekdays: [6, 7],
                mediaIDs: pictures
            )
            change(&call)
            return call
        }
        let made = try await scene.ask(make(), as: scene.ana)
        #expect(made.id == id)
        #expect(try await scene.ask(make(), as: scene.ana) == made)
        #expect(try await scene.ask(make { $0.languages = "de" }, as: scene.ana) == made)
        #expect(try await scene.ask(make { $0.restWeekdays = [7, 6] }, as: scene.ana) == made)
        let others: [CreateGoal] = [
            make { $0.name = "Write" }, make { $0.description = "More" },
            make { $0.unit = "books" }, make { $0.target = .of("11") },
            make { $0.wholeNumbers = true }, make { $0.recurrence = .weekly },
            make { $0.lastDay = .of("2023-12-01") }, make { $0.restWeekdays = [6] },
            make { $0.visibility = .friends }, make { $0.mediaIDs = [MediaID()] },
            make { ($0.metric, $0.unit) = (.steps, nil) },
        ]
        for other in others {
            #expect(await scene.fault(other, as: scene.ana)?.code == "challenges.id_taken")
        }
        #expect(await scene.fault(make(), as: scene.bo)?.code == "challenges.id_taken")
        #expect(try await scene.ask(ListGoals(), as: scene.ana).items == [made])
        #expect(try await scene.goalRows(of: id) == [1, 1, 1, 0, 1])
    }

    @Test func `repeated with its key it is answered as it was`() async throws {
        let made = try await scene.set(key: "one")
        try await scene.log("3", for: made.id)
        #expect(try await scene.set(key: "one") == made)
        #expect(try await scene.ask(ListGoals(), as: scene.ana).items.count == 1)
    }
}
