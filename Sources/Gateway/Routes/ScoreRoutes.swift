import Hummingbird
import ScoringAPI

extension CallRoute {
    /// The scoreboard of the user and their friends, and the user's rank among everyone.
    static let scores: [CallRoute] = [
        CallRoute(.get, "scoreboard", GetScoreboard.self, to: \.scoring),
        CallRoute(.get, "me/rank", GetRank.self, to: \.scoring),
    ]
}
