import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// Creates challenges, and tells beforehand what would become of one.
    static let challenges: [CallRoute] = [
        CallRoute(.post, "challenges", CreateChallenge.self, to: \.challenges, status: .created),
        CallRoute(.post, "challenges/check", CheckChallenge.self, to: \.challenges),
    ]
}
