package import ChallengesAPI
package import Identifiers
package import Values

/// A challenge's own copy of its definition, besides name, description and proof (2.1-snapshot).
/// Without a definition, the fields have their defaults.
package struct Snapshot: Hashable, Sendable {
    /// The definition, which may have changed or been deleted since; `nil` if there is none.
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
