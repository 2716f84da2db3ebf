import IdentityAPI
import Providers
import RPC

extension Identity {
    func listProviders(
        _ call: ListProviders,
        in context: CallContext
    ) async throws -> ListProviders.Reply {
        let known = await providers?.status() ?? []
        return ListProviders.Reply(
            items: known.sorted { $0.provider.rawValue < $1.provider.rawValue }.map { status in
                ListProviders.Item(
                    provider: LinkedLogin.Provider(status.provider),
                    keys: status.keys,
                    keysFetchedAt: status.keysFetchedAt,
                    failedAt: status.lastFailure?.at,
                    failure: status.lastFailure?.reason
                )
            }
        )
    }
}
