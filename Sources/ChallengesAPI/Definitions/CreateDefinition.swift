public import Identifiers
public import Values
public import Wire

/// Creates a definition: a text that can be sent or done any number of times, with what is counted
/// and how it is timed (2.1-definition). With a category it is a workout.
///
/// A client that chooses the definition's `id` and repeats the call gets the definition that was
/// created (2.14-ids). Absent fields count as their defaults, and pictures must be in the same
/// order. Characters are counted as Unicode scalars; text is kept as given.
///
/// Refusals about fields, all together: `challenges.name_invalid` at `/name`,
/// `challenges.caption_invalid` at `/caption`, `challenges.description_invalid` at `/description`,
/// `challenges.category_unknown` at `/category`, `challenges.unit_invalid` and
/// `challenges.metric_unit` at `/unit`, `challenges.target_invalid` and
/// `challenges.target_not_whole` at `/target`, `challenges.target_seconds_invalid` at
/// `/targetSeconds`, `challenges.metric_unknown` at `/metric`, `challenges.timer_unknown` and
/// `challenges.timer_needs_time` at `/timer`, `challenges.proof_unknown` at `/proof`,
/// `challenges.visibility_unknown` at `/visibility`, `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.media_not_found` at `/mediaIDs/N`
/// for a picture that does not exist or is not the caller's, `challenges.definitions_too_many` for
/// the caller's 1,001st definition, and `challenges.id_taken` if the id belongs to another user's
/// definition, a different one of the caller, or a contest; `wire.id_reserved` at `/id`.
/// `wire.sign_in_needed` if the author's account is gone.
public struct CreateDefinition: ChoosesID, Limited {
    public static let id: CallID = 0x0213
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the definition to create; the service picks one when absent.
    public var id: DefinitionID?
    public static let chosenIDField = "id"
    public var chosenID: DefinitionID? { id }
    /// The name, on one line, without control characters, not all blank.
    public var name: String
    public static let nameLimit = TextLimit(1...80)
    /// The caption, on one line; empty when absent.
    public var caption: String?
    public static let captionLimit = TextLimit(0...200)
    /// The description, of any number of lines; empty when absent.
    public var description: String?
    public static let descriptionLimit = TextLimit(0...2_000)
    /// The id of a category, which makes the definition a workout; none when absent or empty.
    public var category: String?
    /// The limit of a category's id; it may also be empty.
    public static let categoryLimit = TextLimit(
        0...PutCategory.categoryLimit.characters.upperBound,
        of: PutCategory.categoryLimit.alphabet
    )
    /// The unit, any words on one line; none when absent or empty. With a metric it is the metric's
    /// unit.
    public var unit: String?
    public static let unitLimit = TextLimit(0...40)
    /// The amount to reach: above 0 and below 10¹², with at most six decimals; no target when
    /// absent.
    public var target: Amount?
    public static let targetLimit = Amount.positive
    /// The target time, in seconds; none when absent.
    public var targetSeconds: Int?
    public static let targetSecondsLimit = 1...31_622_400
    /// Whether only whole numbers are counted; the target must then be a whole number. `false` when
    /// absent.
    public var wholeNumbers: Bool?
    /// The metric that a phone measures for it; none when absent.
    public var metric: Metric?
    /// The timer to show; when absent, `stopwatch` for a workout and otherwise `none`. A countdown
    /// needs a target time, or a target in a unit of time.
    public var timer: TimerMode?
    /// Whether a submission needs pictures; `optional` when absent.
    public var proof: Proof?
    /// Who may see it; when absent, `public` for a workout and otherwise `private`
    /// (2.10-visibility).
    public var visibility: Visibility?
    /// The pictures that show it, uploaded by the author; none when absent.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = 0...10

    public static let limits: FieldLimits = [
        "name": .text(nameLimit), "caption": .text(captionLimit),
        "description": .text(descriptionLimit), "category": .text(categoryLimit),
        "unit": .text(unitLimit), "target": .amount(targetLimit),
        "targetSeconds": .number(targetSecondsLimit), "mediaIDs": .distinctItems(mediaLimit),
    ]

    public init(
        id: DefinitionID? = nil,
        name: String,
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
        mediaIDs: [MediaID]? = nil
    ) {
        self.id = id
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
    }

    public typealias Reply = Definition
}
