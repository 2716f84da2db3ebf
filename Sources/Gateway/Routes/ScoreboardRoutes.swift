import Hummingbird
import ScoringAPI

extension Gateway {
    /// Adds the scoreboard of the user and their friends, and the user's rank among everyone.
    func addScoreboard(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.get("scoreboard") { http, context in
            try await relayQuery(GetScoreboard.self, to: scoring, http, context)
        }
        signedIn.get("me/rank") { http, context in
            try await relay(GetRank(), to: scoring, http, context)
        }
    }
}
