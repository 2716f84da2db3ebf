import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func listLogins(_ call: ListLogins, in context: CallContext) async throws -> ListLogins.Reply {
        let user = try context.signedIn
        guard let credentials = try await database.credentials(user) else {
            throw WireError.signInNeeded
        }
        return ListLogins.Reply(
            items: try await database.logins(of: user).map(\.shown),
            hasPassword: credentials.hasPassword
        )
    }
}
