import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Identifiers
import Values

@testable import Goals

extension GoalRecord {
    /// A goal of pages, or of a metric, that was made on 1 September 2026.
    static func sample(
        _ life: GoalLife,
        metric: Metric? = nil,
        window: Int? = nil,
        wholeNumbers: Bool = false
    ) -> GoalRecord {
        let owner = UserID()
        let content = ChallengeContent(.goal, name: "Read", description: "")
        var challenge = ChallengeRecord(
            id: ChallengeID(),
            kind: .goal,
            name: content.name,
            description: content.description,
            author: owner,
            proof: content.proof,
            deadline: nil,
            createdAt: .of("2026-09-01T12:00:00Z"),
            snapshot: content.snapshot
        )
        challenge.snapshot.target = life.target
        challenge.snapshot.metric = metric
        challenge.snapshot.unit = life.target.map { _ in metric?.unit ?? "pages" }
        challenge.snapshot.wholeNumbers = wholeNumbers
        return GoalRecord(
            challenge: challenge,
            owner: owner,
            firstDay: .of("2026-09-01"),
            windowDays: window,
            life: life
        )
    }
}
