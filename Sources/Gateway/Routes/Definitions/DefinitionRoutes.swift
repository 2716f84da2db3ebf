import ChallengesAPI
import Hummingbird

extension CallRoute {
    /// The routes that create, find and change definitions, and list their categories.
    static let definitions: [CallRoute] = [
        CallRoute(.get, "categories", ListCategories.self, to: \.challenges),
        CallRoute(.post, "definitions", CreateDefinition.self, to: \.challenges, status: .created),
        CallRoute(
            .get,
            "definitions",
            ListDefinitions.self,
            to: \.challenges,
            ["languages": .acceptLanguage]
        ),
        CallRoute(
            .get,
            "definitions/{id}",
            GetDefinition.self,
            to: \.challenges,
            ["definition": .path("id"), "languages": .acceptLanguage]
        ),
        CallRoute(
            .patch,
            "definitions/{id}",
            ChangeDefinition.self,
            to: \.challenges,
            ["definition": .path("id"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "definitions/{id}",
            DeleteDefinition.self,
            to: \.challenges,
            status: .noContent,
            ["definition": .path("id"), "ifVersion": .ifMatch]
        ),
    ]
}
