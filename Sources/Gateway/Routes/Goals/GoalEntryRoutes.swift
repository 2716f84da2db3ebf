import ChallengesAPI
import Hummingbird
import Wire

extension CallRoute {
    /// The routes that log, show and change entries of goals.
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
