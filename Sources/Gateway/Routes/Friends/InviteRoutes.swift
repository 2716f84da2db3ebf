import Hummingbird
import IdentityAPI

extension CallRoute {
    /// The routes that make, list, revoke and accept invites; `codes/{code}` shows one.
    static let invites: [CallRoute] = [
        CallRoute(.post, "invites", MakeInvite.self, to: \.identity, status: .created),
        CallRoute(.get, "invites", ListInvites.self, to: \.identity),
        CallRoute(
            .delete,
            "invites/{code}",
            RevokeInvite.self,
            to: \.identity,
            status: .noContent,
            ["code": .invite("code")]
        ),
        CallRoute(
            .post,
            "invites/{code}/accept",
            AcceptInvite.self,
            to: \.identity,
            ["code": .invite("code")]
        ),
    ]
}
