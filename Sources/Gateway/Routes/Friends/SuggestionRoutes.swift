import Hummingbird
import IdentityAPI

extension CallRoute {
    /// The routes that list and dismiss suggestions of friends.
    static let suggestions: [CallRoute] = [
        CallRoute(.get, "suggestions", ListSuggestions.self, to: \.identity),
        CallRoute(
            .delete,
            "suggestions/{id}",
            DismissSuggestion.self,
            to: \.identity,
            status: .noContent,
            ["user": .path("id")]
        ),
    ]
}
