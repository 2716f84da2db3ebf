import RPC
import ScoringAPI
import Wire

extension Scoring {
    func getTop(_ call: GetTop, in context: CallContext) async throws -> GetTop.Reply {
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let after = try at("/cursor") { () throws(ScoringError) in
            try call.cursor.map { text throws(ScoringError) in
                try BoardCursor(text: text, of: .everybody)
            }
        }
        let found = try await database.places(after: after ?? .first, limit: limit.fetched)
        let (places, nextCursor) = limit.cut(found) { BoardCursor($0).text(of: .everybody) }
        return Page(
            items: try await standings(at: places, me: context.user, in: context),
            nextCursor: nextCursor
        )
    }
}
