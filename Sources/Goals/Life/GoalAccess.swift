import ChallengesAPI
import ChallengesCore
package import Identifiers
import IdentityAPI
import People
import Postgres
import Wire

extension Reader {
    /// Whether a viewer may see a goal: the owner always, friends of an active owner if its
    /// visibility is `friends` (2.10-visibility).
    package func sees(_ goal: GoalRecord, _ viewer: UserID) async throws -> Bool {
        if goal.owner == viewer { return true }
        guard goal.challenge.visibility == .friends else { return false }
        let shown = try await peopleShown([goal.owner], to: viewer)
        guard shown[goal.owner]?.placeholder == nil else { return false }
        return try await relation(goal.owner, viewer) == .friends
    }
}
