import ChallengesAPI
import HTTPTypes
import Hummingbird
import Wire

extension CallRoute {
    /// The routes that create, list, change and move the caller's goals, and those of their
    /// entries.
    static let goals: [CallRoute] = goalLife + goalEntries

    private static let goalLife: [CallRoute] = [
        CallRoute(
            .post,
            "goals",
            CreateGoal.self,
            to: \.challenges,
            status: .created,
            ["languages": .acceptLanguage]
        ),
        CallRoute(.get, "goals", ListGoals.self, to: \.challenges),
        CallRoute(.get, "goals/today", ListGoalsToday.self, to: \.challenges),
        CallRoute(.get, "goals/{id}", GetGoal.self, to: \.challenges, ["goal": .path("id")]),
        changingGoal(.patch, "goals/{id}", ChangeGoal.self),
        CallRoute(
            .delete,
            "goals/{id}",
            DeleteGoal.self,
            to: \.challenges,
            status: .noContent,
            ["goal": .path("id"), "ifVersion": .ifMatch]
        ),
        changingGoal(.post, "goals/{id}/pause", PauseGoal.self),
        changingGoal(.post, "goals/{id}/resume", ResumeGoal.self),
        changingGoal(.post, "goals/{id}/abandon", AbandonGoal.self),
        changingGoal(.post, "goals/{id}/complete", CompleteGoal.self),
        CallRoute(
            .get,
            "goals/{id}/periods",
            ListPeriods.self,
            to: \.challenges,
            ["goal": .path("id")]
        ),
    ]

    private static func changingGoal<C: Call>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ call: C.Type
    ) -> CallRoute where C.Reply == Goal {
        CallRoute(
            method,
            path,
            call,
            to: \.challenges,
            ["goal": .path("id"), "ifVersion": .ifMatch]
        )
    }
}
