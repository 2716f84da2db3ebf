import Hummingbird
import ScoringAPI

extension CallRoute {
    /// The medals that users earned.
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
