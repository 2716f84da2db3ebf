package import ChallengesCore
import Identifiers

extension ChallengeContent {
    /// The content of a definition.
    package init(_ definition: DefinitionRecord) {
        let snapshot = Snapshot(
            definition: definition.id,
            caption: definition.caption,
            category: definition.category,
            unit: definition.unit,
            target: definition.target,
            targetSeconds: definition.targetSeconds,
            wholeNumbers: definition.wholeNumbers,
            metric: definition.metric,
            timer: definition.timer
        )
        self.init(
            name: definition.name,
            description: definition.description,
            proof: definition.proof,
            snapshot: snapshot,
            pictures: (.definition, definition.id.uuid)
        )
    }
}
