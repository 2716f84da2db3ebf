import ChallengesAPI
import Hummingbird

extension Gateway {
    /// Adds the route to create challenges.
    func addChallenges(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.post("challenges") { http, context in
            try await relay(CreateChallenge.self, to: challenges, http, context, status: .created)
        }
    }
}
