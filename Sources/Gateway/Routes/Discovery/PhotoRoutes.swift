import ChallengesAPI
import HTTPTypes
import Hummingbird
import Wire

extension CallRoute {
    /// The routes of the galleries of contests, goals and people.
    static let photos: [CallRoute] = contestPhotos + goalPhotos + personPhotos

    private static let contestPhotos: [CallRoute] = [
        CallRoute(
            .post,
            "contests/{id}/photos",
            AddPhotos.self,
            to: \.challenges,
            status: .created,
            ["contest": .path("id"), "goal": .absent, "ifVersion": .ifMatch]
        ),
        CallRoute(
            .get,
            "contests/{id}/photos",
            ListPhotos.self,
            to: \.challenges,
            ["contest": .path("id"), "goal": .absent]
        ),
    ]

    /// The routes of people's galleries, and of single pictures.
    private static let personPhotos: [CallRoute] = [
        CallRoute(
            .post,
            "me/photos",
            AddPhotos.self,
            to: \.challenges,
            status: .created,
            named: "addOwnPhotos",
            ["contest": .absent, "goal": .absent, "ifVersion": .absent]
        ),
        CallRoute(
            .get,
            "users/{id}/photos",
            ListPhotos.self,
            to: \.challenges,
            named: "listPersonPhotos",
            ["user": .path("id"), "goal": .absent]
        ),
        CallRoute(
            .patch,
            "photos/{id}",
            ChangePhoto.self,
            to: \.challenges,
            ["photo": .path("id"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "photos/{id}",
            RemovePhoto.self,
            to: \.challenges,
            status: .noContent,
            ["photo": .path("id"), "ifVersion": .ifMatch]
        ),
    ]
}
