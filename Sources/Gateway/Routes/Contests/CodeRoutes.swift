import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// Makes codes that let into a contest whoever has them, shows where one leads, opens it, and
    /// ends it.
    static let codes: [CallRoute] = [
        CallRoute(
            .post,
            "contests/{id}/codes",
            MakeCode.self,
            to: \.challenges,
            status: .created,
            ["contest": .path("id")]
        ),
        CallRoute(
            .get,
            "contests/{id}/codes",
            ListCodes.self,
            to: \.challenges,
            ["contest": .path("id")]
        ),
        CallRoute(.get, "codes/{code}", GetCode.self, to: \.challenges, ["code": .code("code")]),
        CallRoute(
            .post,
            "codes/{code}/open",
            OpenCode.self,
            to: \.challenges,
            ["code": .code("code")]
        ),
        CallRoute(
            .delete,
            "codes/{code}",
            RevokeCode.self,
            to: \.challenges,
            status: .noContent,
            ["code": .code("code")]
        ),
    ]
}
