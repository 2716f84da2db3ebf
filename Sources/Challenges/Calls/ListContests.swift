import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Finding {
    func listContests(
        _ call: ListContests,
        in context: CallContext
    ) async throws -> Page<Contest> {
        let asker = try context.signedIn
        let moment = now()
        let (page, limit) = try checked(call, for: asker, at: moment)
        let fetched = try await database.contests(page)
        let (listed, nextCursor) = limit.cut(fetched, size: \.size) { last in
            page.list.cursors.text(last.challenge.createdAt, last.id)
        }
        return Page(
            items: try await database.shownContests(listed, to: asker, at: moment, under: rules),
            nextCursor: nextCursor
        )
    }

    private func checked(
        _ call: ListContests,
        for asker: UserID,
        at now: Instant
    ) throws(Refusal) -> (ContestsPage, PageLimit) {
        var problems = FieldProblems<ChallengesError>()
        let list = call.list ?? .discover
        if list == .unknown { problems.add(.listUnknown, at: "/list") }
        let kind = call.kind
        if let kind, kind != .competition, kind != .open { problems.add(.kindUnknown, at: "/kind") }
        let state = call.state.flatMap { ContestLife.State(rawValue: $0.rawValue) }
        if call.state != nil, state == nil { problems.add(.stateUnknown, at: "/state") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let last = problems.check("/cursor") { () throws(ChallengesError) in
            try list.end(of: call.cursor)
        }
        try problems.refuse()
        guard let limit, let last else { throw problems.refusal() }
        let page = ContestsPage(
            viewer: asker,
            list: list,
            author: call.author,
            state: state,
            kind: kind,
            now: now,
            after: last,
            limit: limit.fetched
        )
        return (page, limit)
    }
}

extension ListContests.Selection {
    /// The cursors of the list, which refuses those of any other.
    fileprivate var cursors: PageCursor<Instant, ChallengeID> {
        PageCursor("contests.\(rawValue).newest")
    }

    /// Where the page before ends; before the first contest if there is none.
    fileprivate func end(
        of cursor: String?
    ) throws(ChallengesError) -> (at: Instant, id: ChallengeID) {
        guard let cursor else { return (.never, .of(255)) }
        guard let (at, id) = cursors.keys(of: cursor) else { throw .cursorInvalid }
        return (at, id)
    }
}
