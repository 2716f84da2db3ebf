import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

extension Medals {
    func listMedals(_ call: ListMedals, in context: CallContext) async throws -> ListMedals.Reply {
        let viewer = try context.signedIn
        let page = try MedalsPage(call)
        guard try await isShown(call.user, to: viewer) else { throw ScoringError.personNotFound }
        let found = try await database.medals(
            of: call.user,
            call.medal,
            after: page.after,
            limit: page.limit.fetched
        )
        let (awards, nextCursor) = page.limit.cut(found) { page.cursor.text($0.earnedAt, $0.id) }
        let contests = try await contests(of: awards, shownTo: viewer)
        return Page(
            items: awards.map { award in
                award.shown(
                    in: award.contest.flatMap { contests[$0] },
                    isMine: call.user == viewer
                )
            },
            nextCursor: nextCursor
        )
    }

    /// Whether a person's medals are shown to a viewer: to themselves, and while they are active to
    /// their friends (2.8-profile, 2.11-standing).
    private func isShown(_ user: UserID, to viewer: UserID) async throws -> Bool {
        if user == viewer { return true }
        guard try await database.relation(user, viewer) == .friends else { return false }
        let standing = try await database.copies(of: [user])[user]?.standing
        return standing == nil || standing == .active
    }

    /// The contests of medals, as far as a person may see them.
    private func contests(
        of awards: [Award],
        shownTo viewer: UserID
    ) async throws -> [ChallengeID: Medal.Contest] {
        let known = try await database.boards(of: Set(awards.compactMap(\.contest)), for: viewer)
        let shown = known.filter { $0.sight.knows($0.board, as: viewer) }.map(\.board)
        return Dictionary(
            uniqueKeysWithValues: shown.map { board in
                (board.challenge, Medal.Contest(id: board.challenge, name: board.name))
            }
        )
    }
}
