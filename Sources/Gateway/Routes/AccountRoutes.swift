import Hummingbird
import IdentityAPI

extension Gateway {
    /// Making an account, which signs its owner in.
    func addAccounts(_ open: RouterGroup<GatewayContext>) {
        open.post("accounts") { http, context in
            try await relay(Register.self, to: identity, http, context, status: .created)
        }
    }
}
