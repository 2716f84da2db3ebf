import Hummingbird
import ScoringAPI
import Wire

extension CallRoute {
    /// How long the caller keeps something up.
    static let streaks: [CallRoute] = [
        CallRoute(.get, "me/streaks", ListStreaks.self, to: \.scoring),
        CallRoute(
            .patch,
            "me/streaks",
            PlanStreak.self,
            to: \.scoring,
            ["ifVersion": .ifMatch]
        ),
    ]
}
