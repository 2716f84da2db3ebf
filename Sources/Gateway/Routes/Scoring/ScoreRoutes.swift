import Hummingbird
import ScoringAPI

extension CallRoute {
    /// The routes of the scoreboard of the caller and their friends, the caller's rank among
    /// everyone, and the board of listed users.
    static let scores: [CallRoute] = [
        CallRoute(.get, "scoreboard", GetScoreboard.self, to: \.scoring),
        CallRoute(.get, "me/rank", GetRank.self, to: \.scoring),
        CallRoute(.get, "boards/listed", ListStandings.self, to: \.scoring),
        CallRoute(
            .get,
            "boards/listed/me",
            ListNeighbours.self,
            to: \.scoring,
            continuing: ListStandings.self
        ),
    ]
}
