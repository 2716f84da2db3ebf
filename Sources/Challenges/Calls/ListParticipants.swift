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
        let last = try last(of: call, state)
        guard let contest = try await database.contest(call.contest) else {
            throw ChallengesError.contestNotFound
        }
        let sight = try await database.sight(of: contest, for: viewer)
        guard sight.seesHead else { throw ChallengesError.contestNotFound }
        guard sight.sees(state) else { throw ChallengesError.notYourPart }
        let fetched = try await database.participants(
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
        let (records, nextCursor) = limit.cut(fetched, size: { $0.size(in: contest) }) {
            record in
            Self.cursor.text(contest.id, state.rawValue, record.user)
        }
        let items = try await database.shownParticipants(
            records,
            of: contest,
            to: viewer,
            namesOnly: sight.seesNamesOnly
        )
        return Page(items: items, nextCursor: nextCursor)
    }

    /// The last person of the page before; `nil` for the first one. Each contest and state has its
    /// own cursors.
    private func last(
        of call: ListParticipants,
        _ state: Participant.State
    ) throws(Refusal) -> UserID? {
        let keys = try Self.cursor.keys(of: call.cursor, orThrow: ChallengesError.cursorInvalid)
        guard let (contest, listed, user) = keys else { return nil }
        guard contest == call.contest, listed == state.rawValue else {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        return user
    }

    /// By the contest, the state and the person.
    private static let cursor = PageCursor<ChallengeID, String, UserID>("participants")
}

extension ContestSight {
    /// Whether the viewer sees who stands to the contest in a way.
    fileprivate func sees(_ state: Participant.State) -> Bool {
        switch state {
        case .joined: seesRanking || seesNamesOnly
        case .invited: isOwner || mayInvite
        case .requested, .declined, .lapsed, .refused, .left, .removed, .unknown: isOwner
        }
    }
}
