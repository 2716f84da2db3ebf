import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// The route of the home screen: what the caller can do next.
    static let home: [CallRoute] = [
        CallRoute(.get, "home", GetHome.self, to: \.challenges)
    ]
}
