import HTTPTypes
import Hummingbird
import IdentityAPI
import NIOCore
import Wire

extension CallRoute {
    /// The routes by which the gateway's own pages create an account, sign in and out, and refresh
    /// a session. The refresh token is in a cookie, out of reach of scripts.
    static let browserSessions: [CallRoute] = [
        CallRoute(
            .post,
            "browser/accounts",
            Register.self,
            status: .created,
            named: "registerInBrowser",
            answering: BrowserSession.self
        ) { gateway, http, context in
            try await gateway.begin(Register.self, http, context)
        },
        CallRoute(
            .post,
            "browser/sessions",
            SignIn.self,
            status: .created,
            named: "signInInBrowser",
            answering: BrowserSession.self
        ) { gateway, http, context in
            try await gateway.begin(SignIn.self, http, context)
        },
        CallRoute(
            .post,
            "browser/sessions/refresh",
            RefreshSession.self,
            named: "refreshInBrowser",
            answering: BrowserSession.self,
            ["refreshToken": .cookie]
        ) { gateway, http, context in
            try await gateway.refresh(http, context)
        },
        CallRoute(
            .delete,
            "browser/sessions/current",
            RevokeRefreshToken.self,
            status: .noContent,
            named: "signOutInBrowser",
            ["refreshToken": .cookie]
        ) { gateway, http, context in
            try await gateway.revoke(http, context)
        },
    ]
}

extension Gateway {
    private var sameOrigin: SameOrigin {
        SameOrigin(
            publicURL: configuration.publicURL,
            forwarded: ForwardedAddress(proxies: configuration.proxies)
        )
    }

    /// Begins a session in a browser, with the same body as other clients.
    fileprivate func begin<C: Call>(
        _ call: C.Type,
        _ http: Request,
        _ context: GatewayContext
    ) async throws -> Response where C.Reply == SignedIn {
        let cookie = try sameOrigin.cookie(of: http, context)
        try refuseUnsuitableHead(of: http)
        let call = try await Request.call(C.self, in: http.jsonBody())
        return try await answer(call, keptIn: cookie, http, context, status: .created)
    }

    /// Renews the session of the browser's cookie.
    fileprivate func refresh(_ http: Request, _ context: GatewayContext) async throws -> Response {
        let cookie = try sameOrigin.cookie(of: http, context)
        try refuseUnsuitableHead(of: http)
        _ = try await Request.call(Nothing.self, in: http.jsonBody())
        return try await deleting(cookie, context) {
            let call = RefreshSession(refreshToken: try cookie.wholeToken(in: http.headers))
            return try await answer(call, keptIn: cookie, http, context, status: .ok)
        }
    }

    /// Ends the session of the browser's cookie. This gateway rejects its access token at once.
    fileprivate func revoke(_ http: Request, _ context: GatewayContext) async throws -> Response {
        let cookie = try sameOrigin.cookie(of: http, context)
        try refuseUnsuitableHead(of: http)
        return try await deleting(cookie, context) {
            let call = RevokeRefreshToken(refreshToken: try cookie.wholeToken(in: http.headers))
            let callContext = try context.callContext(RevokeRefreshToken.self, http)
            let revoked = try await identity.call(call, in: callContext, for: context)
            sessions.end(revoked.session)
            return Response(
                status: .noContent,
                headers: [.cacheControl: "no-store", .setCookie: cookie.deletion]
            )
        }
    }

    /// Checks what the head alone reveals, before the body is read.
    private func refuseUnsuitableHead(of http: Request) throws {
        try Conditions(http.headers).refuseWrite()
        try http.refuseQuery()
        _ = try http.idempotencyKey
    }

    /// Sends a call that begins or renews a session, and moves the refresh token of its reply into
    /// the cookie.
    private func answer<C: Call>(
        _ call: C,
        keptIn cookie: BrowserCookie,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status
    ) async throws -> Response where C.Reply == SignedIn {
        let callContext = try context.callContext(C.self, http)
        let signedIn = try await identity.call(call, in: callContext, for: context)
        let text = try json.text(WireEncoder().encode(BrowserSession(signedIn)))
        var response = try answer(text, to: http, status: status, hasSecrets: C.hasSecrets)
        response.headers[.setCookie] = cookie.keeping(signedIn.refreshToken)
        return response
    }

    /// Deletes the cookie if its token is refused: it never becomes valid again.
    private func deleting(
        _ cookie: BrowserCookie,
        _ context: GatewayContext,
        after body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch let fault as Fault where fault.kind == .unauthenticated {
            var response = try Problem(fault: fault, trace: context.trace).response(json)
            response.headers[.setCookie] = cookie.deletion
            return response
        }
    }
}

extension BrowserCookie {
    /// Returns the token that a request brings. Refuses any other request as identity refuses an
    /// unknown token.
    fileprivate func wholeToken(in headers: HTTPFields) throws(Fault) -> String {
        guard let token = token(in: headers) else {
            throw IdentityError.refreshTokenInvalid.fault
        }
        return token
    }
}
