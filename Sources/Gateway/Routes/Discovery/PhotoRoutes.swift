import ChallengesAPI
import HTTPTypes
import Hummingbird
import Wire

extension CallRoute {
    /// The galleries of contests and of people.
    static let photos: [CallRoute] = [
        CallRoute(
            .post,
            "contests/{id}/photos",
            AddPhotos.self,
            to: \.challenges,
            status: .created,
            ["contest": .path("id")]
        ),
        CallRoute(
            .get,
            "contests/{id}/photos",
            ListPhotos.self,
            to: \.challenges,
            ["contest": .path("id")]
        ),
        CallRoute(
            .post,
            "me/photos",
            AddPhotos.self,
            to: \.challenges,
            status: .created,
            named: "addOwnPhotos",
            ["contest": .absent]
        ),
        CallRoute(
            .get,
            "users/{id}/photos",
            ListPhotos.self,
            to: \.challenges,
            named: "listPersonPhotos",
            ["user": .path("id")]
        ),
        CallRoute(
            .patch,
            "photos/{id}",
            ChangePhoto.self,
            to: \.challenges,
            ["photo": .path("id")]
        ),
        CallRoute(
            .delete,
            "photos/{id}",
            RemovePhoto.self,
            to: \.challenges,
            status: .noContent,
            ["photo": .path("id")]
        ),
    ]
}
