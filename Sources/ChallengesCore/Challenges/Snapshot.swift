package import ChallengesAPI
package import Identifiers
package import Values

/// What a challenge keeps of the definition that it was made from, besides name, description and
/// proof (2.1-snapshot). A challenge with a text of its own has a default in each field.
package struct Snapshot: Hashable, Sendable {
    /// The definition, which may have changed or gone since; `nil` for a text of its own.
    package var definition: DefinitionID?
    package var caption = ""
    package var category: String?
    package var unit: String?
    package var target: Amount?
    package var targetSeconds: Int?
    package var wholeNumbers = false
    package var metric: Metric?
    var timer = TimerMode.none

    package init(
        definition: DefinitionID? = nil,
        caption: String = "",
        category: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        targetSeconds: Int? = nil,
        wholeNumbers: Bool = false,
        metric: Metric? = nil,
        timer: TimerMode = TimerMode.none
    ) {
        self.definition = definition
        self.caption = caption
        self.category = category
        self.unit = unit
        self.target = target
        self.targetSeconds = targetSeconds
        self.wholeNumbers = wholeNumbers
        self.metric = metric
        self.timer = timer
    }
}
