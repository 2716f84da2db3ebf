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
        let (awards, nextCursor) = page.limit.cut(found) { page.cursor.text($0.id) }
        let boards = try await boards(of: awards, for: viewer)
        let goals = try await goals(of: awards, call.user)
        return Page(
            items: awards.map { award in
                if let goal = award.challenge.flatMap({ goals[$0] }) {
                    return award.medalReply(for: goal, isMine: call.user == viewer)
                }
                let contest = award.challenge.flatMap { boards[$0] }
                return award.medalReply(
                    on: contest?.board,
                    isKnown: contest?.isKnown ?? false,
                    isMine: call.user == viewer
                )
            },
            nextCursor: nextCursor
        )
    }

    /// Whether a viewer sees a user's medals: users see their own and, while the user is active,
    /// friends see them (2.8-profile, 2.11-standing).
    private func isShown(_ user: UserID, to viewer: UserID) async throws -> Bool {
        if user == viewer { return true }
        guard try await database.relation(user, viewer) == .friends else { return false }
        let standing = try await database.copies(of: [user])[user]?.standing
        return standing == nil || standing == .active
    }

    /// The boards of the medals' contests, and whether the viewer may know of each contest.
    private func boards(
        of awards: [Award],
        for viewer: UserID
    ) async throws -> [ChallengeID: (board: ContestBoard, isKnown: Bool)] {
        let known = try await database.boards(of: Set(awards.compactMap(\.challenge)), for: viewer)
        return Dictionary(
            uniqueKeysWithValues: known.map { known in
                let isKnown = known.access.knows(known.board, as: viewer)
                return (known.board.challenge, (known.board, isKnown))
            }
        )
    }

    /// The personal goals for which, or for whose streaks, a user's medals were earned.
    private func goals(
        of awards: [Award],
        _ user: UserID
    ) async throws -> [ChallengeID: PersonalGoal] {
        let ids = awards.filter { $0.family == .goal || $0.family == .streak }
            .compactMap(\.challenge)
        let goals = try await database.personalGoals(ids, of: user)
        return Dictionary(uniqueKeysWithValues: goals.map { ($0.id, $0) })
    }
}
