import Hummingbird
import ScoringAPI

extension Gateway {
    /// Points of oneself and friends, and one's own place among everybody.
    func addScoreboard(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.get("scoreboard") { http, context in
            try await relayQuery(GetScoreboard.self, to: scoring, http, context)
        }
        signedIn.get("me/rank") { http, context in
            try await relay(GetRank(), to: scoring, http, context)
        }
    }
}
