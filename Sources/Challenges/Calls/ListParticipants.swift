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
        let start = try start(of: call, state)
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
                after: start.user,
                skipped: start.skipped,
                limit: limit.fetched
            )
        )
        let records = limit.shown(of: fetched) { $0.size(in: contest) }
        let items = try await database.shownParticipants(
            records,
            of: contest,
            to: viewer,
            namesOnly: sight.seesNamesOnly
        )
        guard records.count < fetched.count else { return Page(items: items, nextCursor: nil) }
        let next = end(of: items, for: records, from: start)
        let nextCursor = Self.cursor.text(
            contest.id,
            state.rawValue,
            next.user ?? UserID(.lowest),
            next.skipped
        )
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Where the page of a call begins. Each contest and state has its own cursors.
    private func start(
        of call: ListParticipants,
        _ state: Participant.State
    ) throws(Refusal) -> Start {
        let keys = try Self.cursor.keys(of: call.cursor, orThrow: ChallengesError.cursorInvalid)
        guard let (contest, listed, user, skipped) = keys else {
            return (nil, 0)
        }
        guard contest == call.contest, listed == state.rawValue,
            (0...Int(Int32.max)).contains(skipped)
        else {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        return (user.uuid == .lowest ? nil : user, skipped)
    }

    /// Where the page behind one begins. It names nobody for whom a placeholder stands: behind the
    /// last person who is shown, the others are counted. Nor does it name the nil UUID, which stands
    /// for the beginning.
    private func end(
        of items: [Participant],
        for records: [ParticipantRecord],
        from start: Start
    ) -> Start {
        let named = items.lastIndex { $0.user.placeholder == nil && $0.user.id.uuid != .lowest }
        guard let named else {
            return (start.user, start.skipped + items.count)
        }
        return (records[named].user, items.count - 1 - named)
    }

    /// A page begins behind a person, or at the beginning of the list, after so many more people.
    private typealias Start = (user: UserID?, skipped: Int)

    /// By the contest, the state, and where the page begins.
    private static let cursor = PageCursor<ChallengeID, String, UserID, Int>("participants")
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
