import Hummingbird
import ScoringAPI

extension CallRoute {
    /// The scoreboard of the user and their friends, the user's rank among everyone, and the board
    /// of those who are listed.
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
