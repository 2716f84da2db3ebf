import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// Creates challenges.
    static let challenges: [CallRoute] = [
        CallRoute(.post, "challenges", CreateChallenge.self, to: \.challenges, status: .created)
    ]
}
