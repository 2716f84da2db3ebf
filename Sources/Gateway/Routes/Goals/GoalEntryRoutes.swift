import ChallengesAPI
import Hummingbird
import Wire

extension CallRoute {
    /// Logs what the caller did for a goal, and changes it.
    static let goalEntries: [CallRoute] = [
        CallRoute(
            .post,
            "goals/{id}/entries",
            AddGoalEntry.self,
            to: \.challenges,
            status: .created,
            ["goal": .path("id")]
        ),
        CallRoute(
            .get,
            "goals/{id}/entries",
            ListGoalEntries.self,
            to: \.challenges,
            ["goal": .path("id")]
        ),
        CallRoute(
            .patch,
            "goals/{id}/entries/{entry}",
            ChangeGoalEntry.self,
            to: \.challenges,
            ["goal": .path("id"), "entry": .path("entry"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "goals/{id}/entries/{entry}",
            RemoveGoalEntry.self,
            to: \.challenges,
            status: .noContent,
            ["goal": .path("id"), "entry": .path("entry"), "ifVersion": .ifMatch]
        ),
    ]
}
