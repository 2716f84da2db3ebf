import Hummingbird
import ScoringAPI

extension CallRoute {
    /// The routes that list a user's medals and how far the caller is, and mark the caller's as
    /// seen.
    static let medals: [CallRoute] = [
        CallRoute(
            .get,
            "users/{id}/medals",
            ListMedals.self,
            to: \.scoring,
            ["user": .path("id")]
        ),
        CallRoute(.get, "me/medals", ListMedalProgress.self, to: \.scoring),
        CallRoute(.post, "me/medals/seen", SeeMedals.self, to: \.scoring),
    ]
}
