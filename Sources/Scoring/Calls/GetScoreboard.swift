import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func scoreboard(
        _ call: GetScoreboard,
        in context: CallContext
    ) async throws -> GetScoreboard.Reply {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let after = try at("/cursor") { () throws(ScoringError) in
            try call.cursor.map { text throws(ScoringError) in
                try BoardCursor(text: text, of: .friends)
            }
        }
        let page = FriendsBoardPage(
            user: asker,
            after: after ?? .first,
            limit: limit.fetched
        )
        let found = try await friendsBoards.value(for: page) ?? []
        let (places, nextCursor) = limit.cut(found) { BoardCursor($0.place).text(of: .friends) }
        return Page(
            items: try await standings(at: places, me: asker, in: context),
            nextCursor: nextCursor
        )
    }
}
