import Hummingbird
import IdentityAPI

extension CallRoute {
    /// Creates an account, and signs its owner in; signs in; refreshes a session.
    static let accounts: [CallRoute] = [
        CallRoute(.post, "accounts", Register.self, to: \.identity, status: .created),
        CallRoute(.post, "sessions", SignIn.self, to: \.identity, status: .created),
        CallRoute(.post, "sessions/refresh", RefreshSession.self, to: \.identity),
    ]
}
