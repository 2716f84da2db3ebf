import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// What the caller is to do next.
    static let home: [CallRoute] = [
        CallRoute(.get, "home", GetHome.self, to: \.challenges)
    ]
}
