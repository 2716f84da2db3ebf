import Hummingbird
import IdentityAPI

extension Gateway {
    /// Adds the routes to sign in, refresh and sign out.
    func addSessions(
        _ open: RouterGroup<GatewayContext>,
        _ signedIn: RouterGroup<GatewayContext>
    ) {
        open.post("sessions") { http, context in
            try await relay(SignIn.self, to: identity, http, context, status: .created)
        }
        open.post("sessions/refresh") { http, context in
            try await relay(RefreshSession.self, to: identity, http, context)
        }
        signedIn.delete("sessions/current") { http, context in
            let session = try context.signedIn.session
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
