import IdentityAPI
import Postgres
import RPC

extension Identity {
    func countNotices(_ call: CountNotices, in context: CallContext) async throws -> NoticeCounts {
        try await database.noticeCounts(of: context.signedIn, at: now())
    }
}
