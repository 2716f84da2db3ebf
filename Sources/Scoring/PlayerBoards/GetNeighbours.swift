import RPC
import ScoringAPI
import Wire

extension Scoring {
    func getNeighbours(
        _ call: GetNeighbours,
        in context: CallContext
    ) async throws -> GetNeighbours.Reply {
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let around = RowsAround(count: limit.count)
        let places = try await database.places(
            around: call.user,
            before: around.fetchedBefore,
            behind: around.fetchedBefore
        )
        guard let own = places.firstIndex(where: { $0.user == call.user }) else {
            throw ScoringError.personNotFound
        }
        let shown = Array(places[around.range(around: own, of: places.count)])
        return GetNeighbours.Reply(
            items: try await standings(at: shown, me: call.user, in: context)
        )
    }
}
