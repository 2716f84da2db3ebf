import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI

extension Scoring {
    func getPoints(_ call: GetPoints, in context: CallContext) async throws -> GetPoints.Reply {
        let asker = try context.signedIn
        if call.user != asker {
            guard try await database.relation(asker, call.user) == .friends else {
                throw ScoringError.personNotFound
            }
        }
        return GetPoints.Reply(points: try await totals.value(for: call.user) ?? 0)
    }
}
