import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import Definitions

/// What a definition may say (2.1-definition, 2.4-source, 2.6-timer, CH-17).
struct DefinitionChangeTests {
    private let definition = DefinitionRecord(
        id: DefinitionID(),
        author: UserID(),
        at: Instant(microseconds: 0)
    )

    /// What is wrong with a new definition.
    private func problems(
        _ call: CreateDefinition,
        isCategoryKnown: Bool = true,
        isUnitOfTime: Bool = false
    ) -> [String] {
        var problems = FieldProblems<ChallengesError>()
        var change = DefinitionChange(call)
        change.check(&problems)
        var made = definition
        change.apply(
            to: &made,
            isCategoryKnown: isCategoryKnown,
            isUnitOfTime: isUnitOfTime,
            &problems
        )
        return problems.isEmpty ? [] : problems.refusal().fault.said
    }

    private func problems(_ change: (inout CreateDefinition) -> Void) -> [String] {
        var call = CreateDefinition(name: "Plank")
        change(&call)
        return problems(call)
    }

    private static func text(_ count: Int) -> String { String(repeating: "ä", count: count) }

    // Each field by itself: the limits, and one beyond each.

    @Test(arguments: [
        ("x", true), (text(80), true), ("", false), (" ", false), (text(81), false),
        ("a\nb", false), ("a\u{202E}b", false), ("\0", false),
    ])
    func `a name is one line of 1 to 80 characters`(text: String, isRight: Bool) {
        #expect(problems { $0.name = text } == (isRight ? [] : ["/name challenges.name_invalid"]))
    }

    @Test(arguments: [
        ("", true), (" ", true), (text(200), true), (text(201), false), ("a\nb", false),
        ("\0", false),
    ])
    func `a caption is one line of at most 200 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/caption challenges.caption_invalid"]
        #expect(problems { $0.caption = text } == said)
    }

    @Test(arguments: [
        ("", true), ("a\nb", true), (text(2_000), true), (text(2_001), false), ("\0", false),
    ])
    func `a description has at most 2,000 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/description challenges.description_invalid"]
        #expect(problems { $0.description = text } == said)
    }

    @Test(arguments: [
        ("x", true), ("glasses of water", true), (text(40), true), ("", true),
        (text(41), false), (" ", false), ("a\nb", false), ("\0", false),
    ])
    func `a unit is one line of at most 40 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/unit challenges.unit_invalid"]
        #expect(problems { $0.unit = text } == said)
    }

    @Test(arguments: [
        (-Amount.millionthsMax, false), (-1, false), (0, false), (1, true),
        (Amount.millionthsMax, true),
    ])
    func `a target is above 0`(millionths: Int64, isRight: Bool) {
        let target = Amount(millionths: millionths)
        let said = isRight ? [] : ["/target challenges.target_invalid"]
        #expect(problems { $0.target = target } == said)
    }

    @Test(arguments: [(0, false), (1, true), (31_622_400, true), (31_622_401, false), (-1, false)])
    func `a target time has 1 second to 366 days`(seconds: Int, isRight: Bool) {
        let said = isRight ? [] : ["/targetSeconds challenges.target_seconds_invalid"]
        #expect(problems { $0.targetSeconds = seconds } == said)
    }

    @Test(arguments: [
        ("endurance", true), ("", true), ("x-1", true), (String(repeating: "x", count: 40), true),
        (String(repeating: "x", count: 41), false), ("Endurance", false), ("\0", false),
    ])
    func `a category that can be none is not looked up`(category: String, isRight: Bool) {
        let said = isRight ? [] : ["/category challenges.category_unknown"]
        #expect(problems { $0.category = category } == said)
        var found = FieldProblems<ChallengesError>()
        var change = DefinitionChange(CreateDefinition(name: "Plank", category: category))
        change.check(&found)
        #expect((change.category != nil) == isRight)
    }

    @Test func `an unknown category is refused`() {
        let call = CreateDefinition(name: "Swim", category: "swimming")
        let said = ["/category challenges.category_unknown"]
        #expect(problems(call, isCategoryKnown: false) == said)
    }

    // Together.

    @Test(arguments: [
        ("1", true), ("1.000000", true), ("999999999999", true), ("1.5", false),
        ("0.000001", false), ("999999999999.999999", false),
    ])
    func `where whole numbers are counted, the target is one`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/target challenges.target_not_whole"]
        #expect(problems { ($0.target, $0.wholeNumbers) = (Amount(text), true) } == said)
        #expect(problems { ($0.target, $0.wholeNumbers) = (Amount(text), false) } == [])
        #expect(problems { $0.target = Amount(text) } == [])
        #expect(problems { $0.wholeNumbers = true } == [])
    }

    @Test func `a countdown needs a time`() {
        let needed = ["/timer challenges.timer_needs_time"]
        var call = CreateDefinition(name: "Meditate", timer: .countdown)
        #expect(problems(call) == needed)
        #expect(problems(call, isUnitOfTime: true) == needed)
        call.target = Amount("10")
        #expect(problems(call) == needed)
        #expect(problems(call, isUnitOfTime: true) == [])
        call.metric = .exercise
        #expect(problems(call) == [])
        call.metric = .steps
        #expect(problems(call) == needed)
        call.metric = nil
        call.target = nil
        call.targetSeconds = 600
        #expect(problems(call) == [])
        for timer in [TimerMode.stopwatch, .clock, .none] {
            #expect(problems { $0.timer = timer } == [])
        }
    }

    @Test func `a metric takes its own unit alone`() {
        let refused = ["/unit challenges.metric_unit"]
        for metric in Metric.allCases where metric != .unknown {
            #expect(problems { $0.metric = metric } == [])
            #expect(problems { ($0.metric, $0.unit) = (metric, metric.unit) } == [])
            #expect(problems { ($0.metric, $0.unit) = (metric, "") } == [])
            #expect(problems { ($0.metric, $0.unit) = (metric, "km") } == refused)
        }
    }

    @Test func `a wrong field is reported alone, not what follows from it`() {
        #expect(
            problems { ($0.timer, $0.targetSeconds) = (.countdown, 0) }
                == ["/targetSeconds challenges.target_seconds_invalid"]
        )
        #expect(
            problems { ($0.wholeNumbers, $0.target) = (true, Amount("-1.5")) }
                == ["/target challenges.target_invalid"]
        )
        #expect(
            problems { ($0.metric, $0.unit) = (.steps, "\n") } == ["/unit challenges.unit_invalid"]
        )
        #expect(
            problems { ($0.metric, $0.unit) = (.unknown, "km") }
                == ["/metric challenges.metric_unknown"]
        )
    }

    // What a definition has unless it says otherwise.

    @Test(arguments: [nil, "", "strength"] as [String?])
    func `a workout has a stopwatch and is public`(category: String?) {
        let isWorkout = category == "strength"
        let change = DefinitionChange(CreateDefinition(name: "Plank", category: category))
        #expect(change.timer == (isWorkout ? .stopwatch : TimerMode.none))
        #expect(change.visibility == (isWorkout ? .public : .private))
        let preset = DefinitionChange(PutPreset(preset: "plank", texts: [], category: category))
        #expect(preset.timer == (isWorkout ? .stopwatch : TimerMode.none))
        #expect(preset.visibility == .public)
        let patch = DefinitionChange(
            ChangeDefinition(definition: definition.id, category: category)
        )
        #expect(patch.timer == nil)
        #expect(patch.visibility == nil)
    }

    @Test func `what is the same in bytes is the same`() {
        var other = definition
        #expect(definition.says(whatIsSaidBy: other))
        other.version = 7
        other.changedAt = Instant(microseconds: 1)
        #expect(definition.says(whatIsSaidBy: other))
        let changes: [(inout DefinitionRecord) -> Void] = [
            { $0.name = "x" }, { $0.caption = "x" }, { $0.description = "x" },
            { $0.category = "x" }, { $0.unit = "x" }, { $0.target = Amount("1") },
            { $0.targetSeconds = 1 }, { $0.wholeNumbers = true }, { $0.metric = .steps },
            { $0.timer = .clock }, { $0.proof = .required }, { $0.visibility = .public },
        ]
        for change in changes {
            var other = definition
            change(&other)
            #expect(!definition.says(whatIsSaidBy: other))
        }
        // Of texts that nobody has checked yet, nothing but the bytes is compared.
        let texts: [WritableKeyPath<DefinitionRecord, String?>] = [\.category, \.unit]
        for text in texts {
            var (composed, decomposed) = (definition, definition)
            (composed[keyPath: text], decomposed[keyPath: text]) = ("\u{E9}", "e\u{301}")
            #expect(!composed.says(whatIsSaidBy: decomposed))
        }
        var (composed, decomposed) = (definition, definition)
        (composed.name, decomposed.name) = ("\u{E9}", "e\u{301}")
        #expect(!composed.says(whatIsSaidBy: decomposed))
    }

    // How hard.

    @Test(
        arguments: [
            (0, 0, nil), (2, 10, nil), (3, 3, "1"), (3, 11, "3.67"), (3, 10, "3.33"),
            (7, 35, "5"), (8, 27, "3.38"),
        ] as [(Int, Int, String?)]
    )
    func `a difficulty is shown from the third rating on`(count: Int, sum: Int, mean: String?) {
        let counts = DefinitionCounts(ratingSum: sum, ratings: count)
        let difficulty = counts.difficulty(under: DefinitionRules())
        #expect(difficulty?.mean.description == mean)
        #expect(difficulty?.count == (mean == nil ? nil : count))
        #expect(DefinitionCounts().difficulty(under: DefinitionRules(ratingsShown: 0)) == nil)
    }
}
