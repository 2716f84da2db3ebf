import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Wire

extension Joining {
    func listParticipants(
        _ call: ListParticipants,
        in context: CallContext
    ) async throws -> Page<Participant> {
        let viewer = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let state = call.state ?? .joined
        guard state != .unknown else { throw Refusal(ChallengesError.stateUnknown, at: "/state") }
        let last = try last(before: call, state)
        guard let contest = try await database.contest(call.contest) else {
            throw ChallengesError.contestNotFound
        }
        let access = try await database.access(of: contest, for: viewer)
        guard access.seesHead else { throw ChallengesError.contestNotFound }
        guard access.sees(state) else { throw ChallengesError.notYourPart }
        let found = try await database.participants(
            ParticipantsPage(
                contest: contest.id,
                state: state,
                viewer: viewer,
                // A result keeps everyone's place.
                listsInactive: state == .joined && contest.life.state == .completed,
                after: last,
                limit: limit.fetched
            )
        )
        let (listed, nextCursor) = limit.cut(found, size: { $0.size(in: contest) }) { record in
            Self.cursor.text(contest.id, state.rawValue, record.user, 0)
        }
        return Page(
            items: try await database.participantReplies(
                listed,
                of: contest,
                to: viewer,
                namesOnly: access.seesNamesOnly
            ),
            nextCursor: nextCursor
        )
    }

    /// The last person of the page before; `nil` on the first. Each contest and state has its own
    /// cursors.
    private func last(
        before call: ListParticipants,
        _ state: Participant.State
    ) throws(Refusal) -> UserID? {
        let keys = try Self.cursor.keys(of: call.cursor, orThrow: ChallengesError.cursorInvalid)
        guard let (contest, listed, user, skipped) = keys else { return nil }
        guard contest == call.contest, listed == state.rawValue, skipped >= 0 else {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        return skipped > 0 && user.uuid == .lowest ? nil : user
    }

    /// By the contest, the state, and the last person of the page. The previous release named nobody
    /// for whom a placeholder stands: behind the last person who was shown, or the nil UUID if none
    /// was, it counted the others. This one writes a count of 0, and lists those others again.
    private static let cursor = PageCursor<ChallengeID, String, UserID, Int>("participants")
}

extension ContestAccess {
    /// Whether the viewer sees who stands to the contest in a way.
    fileprivate func sees(_ state: Participant.State) -> Bool {
        switch state {
        case .joined: seesRanking || seesNamesOnly
        case .invited: isOwner || mayInvite
        case .requested, .declined, .lapsed, .refused, .left, .removed, .unknown: isOwner
        }
    }
}
