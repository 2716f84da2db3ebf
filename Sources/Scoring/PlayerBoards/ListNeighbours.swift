import RPC
import ScoringAPI
import Wire

extension Scoring {
    func listNeighbours(
        _ call: ListNeighbours,
        in context: CallContext
    ) async throws -> ListNeighbours.Reply {
        let viewer = try context.signedIn
        return try await standings(on: ListedPage(call, for: viewer, at: now()))
    }
}
