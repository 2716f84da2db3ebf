import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func getScoreboard(
        _ call: GetScoreboard,
        in context: CallContext
    ) async throws -> GetScoreboard.Reply {
        let asker = try context.signedIn
        var problems = FieldProblems<ScoringError>()
        let window = problems.window(of: call.span, at: now())
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let list = BoardCursor.List.friends(window ?? nil)
        let after = problems.check("/cursor") { () throws(ScoringError) -> BoardCursor in
            guard window != nil, let text = call.cursor else { return .first }
            return try BoardCursor(text: text, of: list)
        }
        try problems.refuse()
        guard let window, let limit, let after else { throw problems.refusal() }
        let page = FriendsBoardPage(
            user: asker,
            after: after,
            limit: limit.fetched,
            window: window
        )
        let found = try await friendsBoards.value(for: page) ?? []
        let (places, nextCursor) = limit.cut(found) { BoardCursor($0.place).text(of: list) }
        return Page(
            items: try await standings(at: places, me: asker, in: context),
            nextCursor: nextCursor
        )
    }
}
