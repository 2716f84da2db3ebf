import ChallengesAPI
import Identifiers
import Values

/// What a challenge keeps of the definition that it was made from, besides name, description and
/// proof (2.1-snapshot). A challenge with a text of its own has a default in each field.
struct Snapshot: Hashable, Sendable {
    /// The definition, which may have changed or gone since; `nil` for a text of its own.
    var definition: DefinitionID?
    var caption = ""
    var category: String?
    var unit: String?
    var target: Amount?
    var targetSeconds: Int?
    var wholeNumbers = false
    var metric: Metric?
    var timer = TimerMode.none
}
