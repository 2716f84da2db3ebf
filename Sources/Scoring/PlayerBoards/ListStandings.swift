import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func listStandings(
        _ call: ListStandings,
        in context: CallContext
    ) async throws -> ListStandings.Reply {
        let viewer = try context.signedIn
        return try await standings(on: ListedPage(call, for: viewer, at: now()))
    }

    /// What a page of the public board shows.
    func standings(on page: ListedPage) async throws -> Page<Standing> {
        let (lines, nextCursor) = try page.cut(try await database.lines(on: page))
        return Page(
            items: lines.compactMap { $0.standing(shownTo: page.viewer) },
            nextCursor: nextCursor
        )
    }
}
