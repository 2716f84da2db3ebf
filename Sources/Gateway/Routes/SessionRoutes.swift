import Hummingbird
import IdentityAPI

extension Gateway {
    /// Adds the route to sign out, which takes effect here at once.
    func addSessions(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.delete("sessions/current") { http, context in
            let session = try context.signedIn.session
            try http.refuseQuery()
            let response = try await relay(
                SignOut(),
                to: identity,
                http,
                context,
                status: .noContent
            )
            sessions.end(session)
            return response
        }
    }
}
