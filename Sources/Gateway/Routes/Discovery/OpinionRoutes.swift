import ChallengesAPI
import HTTPTypes
import Hummingbird

extension CallRoute {
    /// The routes of likes and wishes, of definitions and contests, and of ratings of definitions.
    static let opinions: [CallRoute] = ofDefinitions + ofContests + ownOpinions

    private static let ofDefinitions: [CallRoute] = [
        like(.put, true, named: "likeDefinition"),
        like(.delete, false, named: "unlikeDefinition"),
        CallRoute(
            .get,
            "definitions/{id}/likes",
            ListLikes.self,
            to: \.challenges,
            ["definition": .path("id"), "contest": .absent]
        ),
        wish(.put, true, named: "wishDefinition"),
        wish(.delete, false, named: "unwishDefinition"),
        CallRoute(
            .put,
            "definitions/{id}/rating",
            RateDefinition.self,
            to: \.challenges,
            ["definition": .path("id"), "languages": .acceptLanguage, "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "definitions/{id}/rating",
            WithdrawRating.self,
            to: \.challenges,
            ["definition": .path("id"), "languages": .acceptLanguage, "ifVersion": .ifMatch]
        ),
    ]

    private static let ofContests: [CallRoute] = [
        likeContest(.put, true, named: "likeContest"),
        likeContest(.delete, false, named: "unlikeContest"),
        CallRoute(
            .get,
            "contests/{id}/likes",
            ListLikes.self,
            to: \.challenges,
            named: "listContestLikes",
            ["contest": .path("id"), "definition": .absent]
        ),
        wishContest(.put, true, named: "wishContest"),
        wishContest(.delete, false, named: "unwishContest"),
    ]

    /// The routes that list the caller's likes and wishes.
    private static let ownOpinions: [CallRoute] = [
        CallRoute(
            .get,
            "me/likes",
            ListMyLikes.self,
            to: \.challenges,
            ["languages": .acceptLanguage]
        ),
        CallRoute(
            .get,
            "me/wishes",
            ListWishes.self,
            to: \.challenges,
            ["languages": .acceptLanguage]
        ),
    ]

    private static func likeContest(
        _ method: HTTPRequest.Method,
        _ likes: Bool,
        named operation: String
    ) -> CallRoute {
        CallRoute(
            method,
            "contests/{id}/like",
            LikeContest.self,
            to: \.challenges,
            named: operation,
            ["contest": .path("id"), "likes": .constant(likes), "ifVersion": .ifMatch]
        )
    }

    private static func wishContest(
        _ method: HTTPRequest.Method,
        _ wishes: Bool,
        named operation: String
    ) -> CallRoute {
        CallRoute(
            method,
            "contests/{id}/wish",
            WishContest.self,
            to: \.challenges,
            named: operation,
            ["contest": .path("id"), "wishes": .constant(wishes), "ifVersion": .ifMatch]
        )
    }

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
                "languages": .acceptLanguage, "ifVersion": .ifMatch,
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
                "languages": .acceptLanguage, "ifVersion": .ifMatch,
            ]
        )
    }
}
