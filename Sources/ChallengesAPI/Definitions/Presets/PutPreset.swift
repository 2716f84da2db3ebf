public import Identifiers
public import Values
public import Wire

/// Creates or replaces a preset: a definition that everyone sees, each user in their language.
///
/// Absent fields have the defaults of `CreateDefinition`. Challenges that were sent before keep
/// their text.
///
/// Refusals, all together: `challenges.preset_invalid` at `/preset`, `challenges.texts_invalid` at
/// `/texts`, `challenges.locale_unknown` at `/texts/N/locale`, `challenges.name_invalid` at
/// `/texts/N/name`, `challenges.description_invalid` at `/texts/N/description`, and those of
/// `CreateDefinition` for the other fields.
public struct PutPreset: Call, Limited {
    public static let id: CallID = 0x02C0
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The operator's name for the preset, such as `run-5-km`.
    public var preset: String
    public static let presetLimit = TextLimit(1...40, of: .init("a"..."z", "0"..."9", "-"..."-"))
    /// Its name and description, once in each language; English is required.
    public var texts: [Text]
    public static let textsLimit = 1...20
    /// The id of a category; none when absent or empty.
    public var category: String?
    public static let categoryLimit = CreateDefinition.categoryLimit
    /// The unit; none when absent.
    public var unit: String?
    public static let unitLimit = CreateDefinition.unitLimit
    /// The amount to reach; no target when absent.
    public var target: Amount?
    public static let targetLimit = CreateDefinition.targetLimit
    /// The target time, in seconds; none when absent.
    public var targetSeconds: Int?
    public static let targetSecondsLimit = CreateDefinition.targetSecondsLimit
    /// Whether only whole numbers are counted; `false` when absent.
    public var wholeNumbers: Bool?
    /// The metric that a phone measures for it; none when absent.
    public var metric: Metric?
    /// The timer to show; when absent, `stopwatch` for a workout and otherwise `none`.
    public var timer: TimerMode?
    /// Whether a submission needs pictures; `optional` when absent.
    public var proof: Proof?

    public static let limits: FieldLimits = [
        "preset": .text(presetLimit), "texts": .items(textsLimit),
        "category": .text(categoryLimit), "unit": .text(unitLimit),
        "target": .amount(targetLimit), "targetSeconds": .number(targetSecondsLimit),
    ]

    public init(
        preset: String,
        texts: [Text],
        category: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        targetSeconds: Int? = nil,
        wholeNumbers: Bool? = nil,
        metric: Metric? = nil,
        timer: TimerMode? = nil,
        proof: Proof? = nil
    ) {
        self.preset = preset
        self.texts = texts
        self.category = category
        self.unit = unit
        self.target = target
        self.targetSeconds = targetSeconds
        self.wholeNumbers = wholeNumbers
        self.metric = metric
        self.timer = timer
        self.proof = proof
    }

    /// A preset's text in one language.
    public struct Text: Codable, Hashable, Sendable, Limited {
        /// The language: `en` or `de`.
        public let locale: String
        public static let locales = Languages.known
        /// The name, on one line, without control characters, not all blank.
        public let name: String
        /// The description, of any number of lines; empty when absent.
        public let description: String?

        public static let limits: FieldLimits = [
            "locale": .words(locales), "name": .text(CreateDefinition.nameLimit),
            "description": .text(CreateDefinition.descriptionLimit),
        ]

        public init(locale: String, name: String, description: String? = nil) {
            self.locale = locale
            self.name = name
            self.description = description
        }
    }

    /// The preset as stored.
    public struct Reply: Codable, Hashable, Sendable {
        /// Its definition.
        public let definition: DefinitionID
        /// The definition's version.
        public let version: Int64

        public init(definition: DefinitionID, version: Int64) {
            self.definition = definition
            self.version = version
        }
    }
}
