import Hummingbird
import ScoringAPI

extension Gateway {
    /// Points of oneself and friends.
    func addScoreboard(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.get("scoreboard") { http, context in
            try await relayQuery(GetScoreboard.self, to: scoring, http, context)
        }
    }
}
