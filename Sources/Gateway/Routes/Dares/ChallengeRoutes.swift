import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// Creates challenges, shows them to whoever sent them, and tells beforehand what would become
    /// of one.
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
