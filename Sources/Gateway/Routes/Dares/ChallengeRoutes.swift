import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// The routes that create a challenge, show it to its sender, and check it without creating it.
    static let challenges: [CallRoute] = [
        CallRoute(
            .post,
            "challenges",
            CreateChallenge.self,
            to: \.challenges,
            status: .created,
            ["languages": .acceptLanguage]
        ),
        CallRoute(
            .get,
            "challenges/{id}",
            GetChallenge.self,
            to: \.challenges,
            ["challenge": .path("id")]
        ),
        CallRoute(.post, "challenges/check", CheckChallenge.self, to: \.challenges),
    ]
}
