import IdentityAPI
import Postgres
import RPC

extension Identity {
    func getMe(_ call: GetMe, in context: CallContext) async throws -> Account {
        guard let account = try await accounts.value(for: context.signedIn) else {
            throw IdentityError.personUnknown
        }
        return account
    }
}
