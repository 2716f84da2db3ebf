import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func getMe(_ call: GetMe, in context: CallContext) async throws -> Account {
        guard let account = try await accounts.value(for: context.signedIn) else {
            throw WireError.signInNeeded
        }
        return account
    }
}
