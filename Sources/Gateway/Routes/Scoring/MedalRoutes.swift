import Hummingbird
import ScoringAPI

extension CallRoute {
    /// The routes that list a user's medals, and mark the caller's as seen.
    static let medals: [CallRoute] = [
        CallRoute(
            .get,
            "users/{id}/medals",
            ListMedals.self,
            to: \.scoring,
            ["user": .path("id")]
        ),
        CallRoute(.post, "me/medals/seen", SeeMedals.self, to: \.scoring),
    ]
}
