import ChallengesAPI
import HTTPTypes
import Hummingbird
import Wire

extension CallRoute {
    /// The routes of the galleries of goals.
    static let goalPhotos: [CallRoute] = [
        CallRoute(
            .post,
            "goals/{id}/photos",
            AddPhotos.self,
            to: \.challenges,
            status: .created,
            named: "addGoalPhotos",
            ["goal": .path("id"), "contest": .absent, "ifVersion": .ifMatch]
        ),
        CallRoute(
            .get,
            "goals/{id}/photos",
            ListPhotos.self,
            to: \.challenges,
            named: "listGoalPhotos",
            ["goal": .path("id"), "contest": .absent, "user": .absent]
        ),
    ]
}
