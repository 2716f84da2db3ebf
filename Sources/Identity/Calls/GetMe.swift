import IdentityAPI
import Postgres
import RPC

extension Identity {
    func getMe(_ call: GetMe, in context: CallContext) async throws -> Account {
        guard let account = try await database.account(context.signedIn) else {
            throw IdentityError.personUnknown
        }
        return account
    }
}
