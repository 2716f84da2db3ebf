import Hummingbird
import IdentityAPI

extension Gateway {
    /// Creates an account, and signs its owner in.
    func addAccounts(_ open: RouterGroup<GatewayContext>) {
        open.post("accounts") { http, context in
            try await relay(Register.self, to: identity, http, context, status: .created)
        }
    }
}
