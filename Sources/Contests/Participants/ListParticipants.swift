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
                // A result includes inactive accounts, so that its ranks do not change.
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

    /// The last user of the previous page; `nil` on the first page. Cursors are specific to a
    /// contest and a state.
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

    /// The contest, the state, the last user of the page, and a count. In the previous release the
    /// user was the last one shown by name (the nil UUID if there was none), followed by the count
    /// of users after them. This release always writes 0, and lists the counted users again.
    private static let cursor = PageCursor<ChallengeID, String, UserID, Int>("participants")
}

extension ContestAccess {
    /// Whether the viewer may list the users in a participation state.
    fileprivate func sees(_ state: Participant.State) -> Bool {
        switch state {
        case .joined: seesRanking || seesNamesOnly
        case .invited: isOwner || mayInvite
        case .requested, .declined, .lapsed, .refused, .left, .removed, .unknown: isOwner
        }
    }
}
