import ChallengesAPI
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import Wire

extension Boards {
    func getBoard(_ call: GetBoard, in context: CallContext) async throws -> GetBoard.Reply {
        let viewer = try context.signedIn
        let page = try BoardPage(call, for: viewer)
        let board = try await board(of: call.contest, shownTo: viewer, in: context)
        let found = try await database.lines(of: board, on: page)
        let (lines, nextCursor) = try page.cut(found)
        return Page(
            items: try await rows(lines, of: board, shownTo: viewer, in: context),
            nextCursor: nextCursor
        )
    }

    /// The board of a contest, if the viewer may see its ranking (2.10-ranking). If scoring's own
    /// data does not allow it, asks challengesd, because an event may still be on its way.
    private func board(
        of contest: ChallengeID,
        shownTo viewer: UserID,
        in context: CallContext
    ) async throws -> ContestBoard {
        let known = try await database.board(of: contest, for: viewer)
        if let known, known.access.sees(known.board, as: viewer) { return known.board }
        let seen = try await self.contest(contest, in: context)
        guard seen.showsRanking(to: viewer, isKnown: known != nil) else {
            throw ScoringError.boardNotFound
        }
        return known?.board ?? ContestBoard(seen)
    }

    /// A contest as the caller sees it.
    private func contest(
        _ contest: ChallengeID,
        in context: CallContext
    ) async throws -> Contest {
        do throws(Fault) {
            return try await challenges.call(GetContest(contest: contest), in: context)
        } catch {
            guard error.kind == .notFound else { throw error }
            throw ScoringError.boardNotFound
        }
    }

    /// The rows for some lines. Leaves out players whose names are not known and can't be fetched.
    private func rows(
        _ lines: [BoardLine],
        of board: ContestBoard,
        shownTo viewer: UserID,
        in context: CallContext
    ) async throws -> [BoardRow] {
        let unnamed = lines.filter { $0.person(shownTo: viewer) == nil }.map(\.user)
        let cards = try await database.cards(of: unnamed, from: identity, in: context)
        return lines.compactMap { line in
            let named = line.named(by: cards[line.user])
            return named.person(shownTo: viewer).map { person in
                named.row(person, of: board, isMe: line.user == viewer)
            }
        }
    }
}
