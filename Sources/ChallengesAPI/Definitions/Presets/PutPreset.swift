public import Identifiers
public import Values
public import Wire

/// Makes a preset, or replaces the one of that name: a definition that everyone sees, in their own
/// language (CH-02, CH-04).
///
/// Absent fields have their defaults, as in `CreateDefinition`. What was sent before keeps its
/// text.
///
/// Refusals, all together: `challenges.preset_invalid` at `/preset`, `challenges.texts_invalid` at
/// `/texts`, `challenges.locale_unknown` at `/texts/N/locale`, `challenges.name_invalid` at
/// `/texts/N/name`, `challenges.description_invalid` at `/texts/N/description`, and those of
/// `CreateDefinition` for the other fields.
public struct PutPreset: Call, Limited {
    public static let id: CallID = 0x02C0
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The preset's name for the operator and for programs, such as `run-5-km`.
    public var preset: String
    public static let presetLimit = TextLimit(1...40, of: .init("a"..."z", "0"..."9", "-"..."-"))
    /// Its name and description, once in each language, English among them.
    public var texts: [Text]
    public static let textsLimit = 1...20
    /// The id of a category; none when absent or empty.
    public var category: String?
    public static let categoryLimit = CreateDefinition.categoryLimit
    /// What is counted; none when absent.
    public var unit: String?
    public static let unitLimit = CreateDefinition.unitLimit
    /// How much is to be reached; no target when absent.
    public var target: Amount?
    public static let targetLimit = CreateDefinition.targetLimit
    /// The time to be reached, in seconds; none when absent.
    public var targetSeconds: Int?
    public static let targetSecondsLimit = CreateDefinition.targetSecondsLimit
    /// Whether only whole numbers are counted; `false` when absent.
    public var wholeNumbers: Bool?
    /// What a phone measures for it; nothing when absent.
    public var metric: Metric?
    /// The clock that is shown; `stopwatch` for a workout when absent, otherwise `none`.
    public var timer: TimerMode?
    /// Whether a submission shows pictures; `optional` when absent.
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

    /// A preset in one language.
    public struct Text: Codable, Hashable, Sendable, Limited {
        /// The language: `en` or `de`.
        public let locale: String
        public static let locales = Languages.known
        /// One line, without control characters, not all blank.
        public let name: String
        /// Any number of lines; empty when absent.
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
