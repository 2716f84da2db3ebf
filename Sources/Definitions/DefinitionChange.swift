import ChallengesAPI
import ChallengesCore
import Values
import Wire

/// The fields of a new or changed definition; an absent field stays as it is.
struct DefinitionChange: Hashable, Sendable {
    private(set) var name: String?
    private(set) var caption: String?
    private(set) var description: String?
    /// Empty to remove it.
    private(set) var category: String?
    /// Empty to remove it.
    private(set) var unit: String?
    private(set) var target: Amount?
    private(set) var targetSeconds: Int?
    private(set) var wholeNumbers: Bool?
    private(set) var metric: Metric?
    private(set) var timer: TimerMode?
    private(set) var proof: Proof?
    private(set) var visibility: Visibility?

    /// The fields of a new definition. By default, a workout has a stopwatch and is public
    /// (2.6-timer, 2.10-visibility).
    init(_ call: CreateDefinition) {
        name = call.name
        caption = call.caption
        description = call.description
        category = call.category
        unit = call.unit.flatMap { $0.isEmpty ? nil : $0 }
        target = call.target
        targetSeconds = call.targetSeconds
        wholeNumbers = call.wholeNumbers
        metric = call.metric
        timer = call.timer ?? Self.timer(of: call.category)
        proof = call.proof
        visibility = call.visibility ?? (Self.isWorkout(call.category) ? .public : .private)
    }

    init(_ call: ChangeDefinition) {
        name = call.name
        caption = call.caption
        description = call.description
        category = call.category
        unit = call.unit
        target = call.target
        targetSeconds = call.targetSeconds
        wholeNumbers = call.wholeNumbers
        metric = call.metric
        timer = call.timer
        proof = call.proof
        visibility = call.visibility
    }

    /// The fields of a preset, apart from its texts. Presets are public.
    init(_ call: PutPreset) {
        category = call.category
        unit = call.unit.flatMap { $0.isEmpty ? nil : $0 }
        target = call.target
        targetSeconds = call.targetSeconds
        wholeNumbers = call.wholeNumbers
        metric = call.metric
        timer = call.timer ?? Self.timer(of: call.category)
        proof = call.proof
        visibility = .public
    }

    private static func isWorkout(_ category: String?) -> Bool {
        category?.isEmpty == false
    }

    private static func timer(of category: String?) -> TimerMode {
        isWorkout(category) ? TimerMode.stopwatch : TimerMode.none
    }

    /// Checks each field by itself. Reports an invalid one and replaces it by a valid value, so
    /// that it causes no further problems.
    package mutating func check(_ problems: inout FieldProblems<ChallengesError>) {
        problems.checkName(&name)
        problems.checkCaption(&caption)
        problems.checkDescription(&description, CreateDefinition.descriptionLimit)
        problems.checkCategory(&category)
        if unit?.isEmpty == false { problems.checkUnit(&unit) }
        problems.checkTarget(&target, at: "/target")
        if let targetSeconds, !CreateDefinition.targetSecondsLimit.contains(targetSeconds) {
            problems.add(.targetSecondsInvalid, at: "/targetSeconds")
            self.targetSeconds = 1
        }
        problems.check(&metric, at: "/metric", orAdd: .metricUnknown)
        problems.check(&timer, at: "/timer", orAdd: .timerUnknown)
        problems.check(&proof, at: "/proof", orAdd: .proofUnknown)
        problems.check(&visibility, at: "/visibility", orAdd: .visibilityUnknown)
    }

    /// The unit of the definition after the change: that of its metric, if it has one (2.4-source).
    func unit(after definition: DefinitionRecord) -> String? {
        if let metric = metric ?? definition.metric { return metric.unit }
        guard let unit else { return definition.unit }
        return unit.isEmpty ? nil : unit
    }

    /// Applies the change to a definition, and reports fields that do not fit together.
    ///
    /// - Parameters:
    ///   - definition: The definition. It must not be used if there are problems.
    ///   - isCategoryKnown: Whether the category of the change exists.
    ///   - isUnitOfTime: Whether the unit after the change is a unit of time.
    ///   - problems: Collects the problems.
    func apply(
        to definition: inout DefinitionRecord,
        isCategoryKnown: Bool,
        isUnitOfTime: Bool,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if !isCategoryKnown { problems.add(.categoryUnknown, at: "/category") }
        let nextUnit = unit(after: definition)
        if let name { definition.name = name }
        if let caption { definition.caption = caption }
        if let description { definition.description = description }
        if let category { definition.category = category.isEmpty ? nil : category }
        if let metric { definition.metric = metric }
        if let unit, definition.metric != nil, !unit.utf8.elementsEqual((nextUnit ?? "").utf8) {
            problems.add(.metricUnit, at: "/unit")
        }
        definition.unit = nextUnit
        if let target { definition.target = target }
        if let targetSeconds { definition.targetSeconds = targetSeconds }
        if let wholeNumbers { definition.wholeNumbers = wholeNumbers }
        if let timer { definition.timer = timer }
        if let proof { definition.proof = proof }
        if let visibility { definition.visibility = visibility }
        if definition.wholeNumbers, let goal = definition.target, !goal.isWhole {
            problems.add(.targetNotWhole, at: target == nil ? "/wholeNumbers" : "/target")
        }
        let countsTime = isUnitOfTime || definition.metric == .exercise
        let hasTime = definition.targetSeconds != nil || definition.target != nil && countsTime
        if definition.timer == .countdown, !hasTime {
            let cause = metric == nil ? "/unit" : "/metric"
            problems.add(.timerNeedsTime, at: timer == nil ? cause : "/timer")
        }
    }
}
