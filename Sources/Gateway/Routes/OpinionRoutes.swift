import ChallengesAPI
import HTTPTypes
import Hummingbird

extension CallRoute {
    /// Likes, wishes and ratings of definitions.
    static let opinions: [CallRoute] = [
        like(.put, true, named: "likeDefinition"),
        like(.delete, false, named: "unlikeDefinition"),
        CallRoute(
            .get,
            "definitions/{id}/likes",
            ListLikes.self,
            to: \.challenges,
            ["definition": .path("id")]
        ),
        wish(.put, true, named: "wishDefinition"),
        wish(.delete, false, named: "unwishDefinition"),
        CallRoute(
            .put,
            "definitions/{id}/rating",
            RateDefinition.self,
            to: \.challenges,
            ["definition": .path("id"), "languages": .acceptLanguage]
        ),
    ]

    private static func like(
        _ method: HTTPRequest.Method,
        _ likes: Bool,
        named operation: String
    ) -> CallRoute {
        CallRoute(
            method,
            "definitions/{id}/like",
            LikeDefinition.self,
            to: \.challenges,
            named: operation,
            [
                "definition": .path("id"), "likes": .constant(likes),
                "languages": .acceptLanguage,
            ]
        )
    }

    private static func wish(
        _ method: HTTPRequest.Method,
        _ wishes: Bool,
        named operation: String
    ) -> CallRoute {
        CallRoute(
            method,
            "definitions/{id}/wish",
            WishDefinition.self,
            to: \.challenges,
            named: operation,
            [
                "definition": .path("id"), "wishes": .constant(wishes),
                "languages": .acceptLanguage,
            ]
        )
    }
}
