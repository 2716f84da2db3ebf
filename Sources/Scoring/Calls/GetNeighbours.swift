import RPC
import ScoringAPI
import Wire

extension Scoring {
    func neighbours(
        _ call: GetNeighbours,
        in context: CallContext
    ) async throws -> GetNeighbours.Reply {
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let before = limit.count / 2
        let places = try await database.places(
            around: call.user,
            before: before,
            behind: limit.count - 1 - before
        )
        guard !places.isEmpty else { throw ScoringError.personNotFound }
        return GetNeighbours.Reply(
            items: try await standings(at: places, me: call.user, in: context)
        )
    }
}
