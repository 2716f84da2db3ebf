import Hummingbird
import IdentityAPI
import Identifiers
import RPC
import ScoringAPI
import Wire

extension CallRoute {
    /// The routes that show and search users, and change the caller's own profile.
    static let people: [CallRoute] = [
        CallRoute(.get, "me", GetMe.self, joining: GetPoints.self) { gateway, http, context in
            try await gateway.withPoints(GetMe(), of: context.signedIn.user, http, context)
        },
        CallRoute(
            .get,
            "users/{id}",
            GetPerson.self,
            joining: GetPoints.self,
            ["user": .path("id")]
        ) { gateway, http, context in
            let user: UserID = try context.id()
            return try await gateway.withPoints(GetPerson(user: user), of: user, http, context)
        },
        CallRoute(.get, "users", SearchPeople.self, to: \.identity),
        CallRoute(.patch, "me", ChangeProfile.self, to: \.identity),
        CallRoute(.put, "me/avatar", SetAvatar.self, to: \.identity),
        CallRoute(.delete, "me/avatar", RemoveAvatar.self, to: \.identity),
        CallRoute(.get, "me/settings", GetSettings.self, to: \.identity),
        CallRoute(
            .patch,
            "me/settings",
            ChangeSettings.self,
            to: \.identity,
            ["ifVersion": .ifMatch]
        ),
    ]
}

extension Gateway {
    /// Returns a profile from identity with its points from scoring, requested at the same time.
    /// Omits the points if scoring does not reply in time, or if the viewer may not see them.
    func withPoints<C: Call>(
        _ call: C,
        of user: UserID,
        _ http: Request,
        _ context: GatewayContext
    ) async throws -> Response {
        try http.refuseQuery()
        let conditions = try Conditions(http.headers)
        let callContext = try context.callContext(C.self, http)
        async let points = points(of: user, callContext, context)
        let profile = try await json.text(identity.forward(call, in: callContext, for: context))
        let whole = await points.map { points in
            json.splicing("points", ByteBuffer(string: "\(points)"), into: profile)
        }
        return try answer(whole ?? profile, to: http, if: conditions)
    }

    private func points(
        of user: UserID,
        _ callContext: CallContext,
        _ context: GatewayContext
    ) async -> Int? {
        var callContext = callContext
        callContext.deadline = .now + context.waits.points
        let call = GetPoints(user: user)
        return try? await scoring.call(call, in: callContext, for: context).points
    }
}
