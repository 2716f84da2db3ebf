import Hummingbird
import IdentityAPI
import Identifiers

extension Gateway {
    /// Adds the routes to search users and to view them.
    func addPeople(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.get("users") { http, context in
            try await relayQuery(SearchPeople.self, to: identity, http, context)
        }
        signedIn.get("users/{id}") { http, context in
            let user: UserID = try context.id()
            return try await withPoints(GetPerson(user: user), of: user, http, context)
        }
    }
}
