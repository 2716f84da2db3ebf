import Hummingbird
import IdentityAPI

extension CallRoute {
    /// The routes that create an account, sign in and out, refresh a session, change and
    /// reset a password, and verify an address.
    static let sessions: [CallRoute] = [
        CallRoute(.post, "accounts", Register.self, to: \.identity, status: .created),
        CallRoute(.post, "sessions", SignIn.self, to: \.identity, status: .created),
        CallRoute(.post, "sessions/refresh", RefreshSession.self, to: \.identity),
        CallRoute(.post, "me/password", ChangePassword.self, to: \.identity, status: .noContent),
        CallRoute(
            .post,
            "password-resets",
            RequestReset.self,
            to: \.identity,
            status: .noContent
        ),
        CallRoute(.post, "password-resets/confirm", ResetPassword.self, to: \.identity),
        CallRoute(
            .post,
            "me/email/verification",
            SendVerification.self,
            to: \.identity,
            status: .noContent
        ),
        CallRoute(
            .post,
            "email-verifications",
            VerifyEmail.self,
            to: \.identity,
            status: .noContent
        ),
        CallRoute(.delete, "sessions/current", SignOut.self, status: .noContent) {
            gateway,
            http,
            context in
            try await gateway.signOut(http, context)
        },
    ]
}

extension Gateway {
    /// Ends the request's session. This gateway rejects its token at once.
    fileprivate func signOut(_ http: Request, _ context: GatewayContext) async throws -> Response {
        let session = try context.signedIn.session
        try http.refuseQuery()
        try Conditions(http.headers).refuseWrite()
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
