public import Identifiers
public import Values
public import Wire

/// Changes a definition of the caller; absent fields stay (2.1-definition).
///
/// Challenges that were sent before keep their text and pictures. `""` or null removes a caption, a
/// description, a category or a unit, and null all pictures; a metric, a target and a target time
/// can be changed but not removed. `mediaIDs` replaces all pictures. A new metric brings its unit.
/// Values equal to the current ones change nothing.
///
/// Refusals about fields are those of `CreateDefinition`: `challenges.name_invalid`,
/// `challenges.caption_invalid`, `challenges.description_invalid`, `challenges.category_unknown`,
/// `challenges.unit_invalid`, `challenges.metric_unit`, `challenges.target_invalid`,
/// `challenges.target_not_whole`, `challenges.target_seconds_invalid`, `challenges.metric_unknown`,
/// `challenges.timer_unknown`, `challenges.timer_needs_time`, `challenges.proof_unknown`,
/// `challenges.visibility_unknown`, `challenges.media_too_many`, `challenges.media_repeated` and
/// `challenges.media_not_found`, at their fields. `challenges.definition_not_found` for one that
/// does not exist, was deleted, or is not the caller's; `challenges.version_stale` with the current
/// definition.
public struct ChangeDefinition: Call, Limited, MergePatch {
    public static let id: CallID = 0x0216
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["caption", "description", "category", "unit"]
    public static let emptiedLists = ["mediaIDs"]

    /// The definition.
    public var definition: DefinitionID
    /// The name, on one line, without control characters, not all blank.
    public var name: String?
    public static let nameLimit = CreateDefinition.nameLimit
    /// The caption, on one line.
    public var caption: String?
    public static let captionLimit = CreateDefinition.captionLimit
    /// The description, of any number of lines.
    public var description: String?
    public static let descriptionLimit = CreateDefinition.descriptionLimit
    /// The id of a category, which makes the definition a workout.
    public var category: String?
    public static let categoryLimit = CreateDefinition.categoryLimit
    /// The unit, any words on one line. With a metric it is the metric's unit.
    public var unit: String?
    public static let unitLimit = CreateDefinition.unitLimit
    /// The amount to reach: above 0 and below 10¹², with at most six decimals.
    public var target: Amount?
    public static let targetLimit = CreateDefinition.targetLimit
    /// The target time, in seconds.
    public var targetSeconds: Int?
    public static let targetSecondsLimit = CreateDefinition.targetSecondsLimit
    /// Whether only whole numbers are counted; the target must then be a whole number.
    public var wholeNumbers: Bool?
    /// The metric that a phone measures for it.
    public var metric: Metric?
    /// The timer to show. A countdown needs a target time, or a target in a unit of time.
    public var timer: TimerMode?
    /// Whether a submission needs pictures.
    public var proof: Proof?
    /// Who may see it (2.10-visibility).
    public var visibility: Visibility?
    /// All of its pictures, in order: uploaded by the author.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = CreateDefinition.mediaLimit
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "name": .text(nameLimit), "caption": .text(captionLimit),
        "description": .text(descriptionLimit), "category": .text(categoryLimit),
        "unit": .text(unitLimit), "target": .amount(targetLimit),
        "targetSeconds": .number(targetSecondsLimit), "mediaIDs": .distinctItems(mediaLimit),
    ]

    public init(
        definition: DefinitionID,
        name: String? = nil,
        caption: String? = nil,
        description: String? = nil,
        category: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        targetSeconds: Int? = nil,
        wholeNumbers: Bool? = nil,
        metric: Metric? = nil,
        timer: TimerMode? = nil,
        proof: Proof? = nil,
        visibility: Visibility? = nil,
        mediaIDs: [MediaID]? = nil,
        ifVersion: Int64? = nil
    ) {
        self.definition = definition
        self.name = name
        self.caption = caption
        self.description = description
        self.category = category
        self.unit = unit
        self.target = target
        self.targetSeconds = targetSeconds
        self.wholeNumbers = wholeNumbers
        self.metric = metric
        self.timer = timer
        self.proof = proof
        self.visibility = visibility
        self.mediaIDs = mediaIDs
        self.ifVersion = ifVersion
    }

    public typealias Reply = Definition
}
