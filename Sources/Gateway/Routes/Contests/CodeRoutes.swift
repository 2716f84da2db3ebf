import ChallengesAPI
import Hummingbird
import IdentityAPI
import RPC
import Values
import Wire

extension CallRoute {
    /// The routes that make, list, open and revoke the codes of contests, and the one that shows
    /// what any code leads to. Anyone with a code can use it.
    static let codes: [CallRoute] = [
        CallRoute(
            .post,
            "contests/{id}/codes",
            MakeCode.self,
            to: \.challenges,
            status: .created,
            ["contest": .path("id")]
        ),
        CallRoute(
            .get,
            "contests/{id}/codes",
            ListCodes.self,
            to: \.challenges,
            ["contest": .path("id")]
        ),
        CallRoute(.get, "codes/{code}", GetCode.self, ["code": .code("code")]) {
            gateway,
            http,
            context in
            try await gateway.preview(http, context)
        },
        CallRoute(
            .post,
            "codes/{code}/open",
            OpenCode.self,
            to: \.challenges,
            ["code": .code("code"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "codes/{code}",
            RevokeCode.self,
            to: \.challenges,
            status: .noContent,
            ["code": .code("code")]
        ),
    ]
}

extension Gateway {
    /// Answers with what the code in the path leads to. An invite is another service's; dead codes
    /// of every kind are refused alike.
    fileprivate func preview(_ http: Request, _ context: GatewayContext) async throws -> Response {
        try http.refuseQuery()
        let conditions = try Conditions(http.headers)
        guard let code = try? context.invite("code") else {
            let call = GetCode(code: try context.code("code"))
            return try await relay(
                call,
                to: challenges,
                http,
                context,
                status: .ok,
                if: conditions
            )
        }
        do {
            let call = GetInvite(code: code)
            return try await relay(call, to: identity, http, context, status: .ok, if: conditions)
        } catch let fault as Fault where fault.code == IdentityError.inviteUnknown.rawValue {
            throw ChallengesError.codeNotFound
        }
    }
}

extension GatewayContext {
    /// The contest's code in the path. A code's first character says what the code leads to. Text
    /// that begins with another character is refused as an unknown code.
    func code(_ name: String) throws(ChallengesError) -> String {
        guard let text = parameters.get(name), text.utf8.first == ContestCode.format.mark else {
            throw .codeNotFound
        }
        return text
    }

    /// The invite's code in the path. Text that does not begin like one is refused as an unknown
    /// invite.
    func invite(_ name: String) throws(IdentityError) -> String {
        guard let text = parameters.get(name), text.utf8.first == Invite.codeFormat.mark else {
            throw .inviteUnknown
        }
        return text
    }
}
