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
        let (page, limit) = try await checked(call, for: asker, at: moment)
        if let words = page.words, words.isEmpty { return Page(items: [], nextCursor: nil) }
        let fetched = try await database.contests(page)
        let (listed, nextCursor) = limit.cut(fetched, size: \.contest.size) {
            page.cursor(after: $0)
        }
        return Page(
            items: try await database.shownContests(
                listed.map(\.contest),
                to: asker,
                at: moment,
                under: rules
            ),
            nextCursor: nextCursor
        )
    }

    private func checked(
        _ call: ListContests,
        for asker: UserID,
        at now: Instant
    ) async throws -> (ContestsPage, PageLimit) {
        var problems = FieldProblems<ChallengesError>()
        let list = call.list ?? (call.q == nil ? .discover : .all)
        if list == .unknown { problems.add(.listUnknown, at: "/list") }
        let kind = call.kind
        if let kind, kind != .competition, kind != .open { problems.add(.kindUnknown, at: "/kind") }
        let state = call.state.flatMap { ContestLife.State(rawValue: $0.rawValue) }
        if call.state != nil, state == nil { problems.add(.stateUnknown, at: "/state") }
        let words = problems.check("/q") { () throws(ChallengesError) in
            try call.q.map { text throws(ChallengesError) in try SearchWords(whatever: text) }
        }
        if let category = call.category, try await !database.isCategory(category) {
            problems.add(.categoryUnknown, at: "/category")
        }
        let sort = call.sort ?? .newest
        if sort == .unknown { problems.add(.sortUnknown, at: "/sort") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let cursors = ContestCursors(of: list, words ?? nil)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try cursors.place(of: call.cursor, sort)
        }
        try problems.refuse()
        guard let words, let limit, let place else { throw problems.refusal() }
        let page = ContestsPage(
            viewer: asker,
            list: list,
            author: call.author,
            state: state,
            kind: kind,
            category: call.category,
            words: words,
            now: now,
            place: place,
            limit: limit.fetched
        )
        return (page, limit)
    }
}

extension ContestsPage {
    /// The cursor of a page that ends with a contest.
    fileprivate func cursor(after last: ListedContest) -> String {
        let cursors = ContestCursors(of: list, words)
        return switch place {
        case .newest: cursors.newest.text(last.contest.challenge.createdAt, last.contest.id)
        case .popular: cursors.popular.text(last.rank, last.contest.id)
        case .trending: cursors.trending.text(last.rank, last.contest.id)
        }
    }
}

/// The cursors of one list of contests, or of a search in it, which refuse those of any other.
private struct ContestCursors {
    let newest: PageCursor<Instant, ChallengeID>
    let popular: PageCursor<Int, ChallengeID>
    let trending: PageCursor<Int, ChallengeID>

    init(of list: ListContests.Selection, _ words: SearchWords?) {
        let list = "contests.\(list.rawValue)"
        let search = words.map { ".\($0.query)" } ?? ""
        newest = PageCursor("\(list).newest\(search)")
        popular = PageCursor("\(list).popular\(search)")
        trending = PageCursor("\(list).trending\(search)")
    }

    /// Where a page begins.
    func place(
        of cursor: String?,
        _ sort: ListContests.Sort
    ) throws(ChallengesError) -> ContestsPage.Place {
        switch sort {
        case .newest, .unknown:
            guard let cursor else { return .newestStart }
            guard let (at, id) = newest.keys(of: cursor) else { throw .cursorInvalid }
            return .newest(after: (at, id))
        case .popular:
            guard let cursor else { return .popularStart }
            guard let (joins, id) = popular.keys(of: cursor) else { throw .cursorInvalid }
            return .popular(after: (joins, id))
        case .trending:
            guard let cursor else { return .trendingStart }
            guard let (score, id) = trending.keys(of: cursor) else { throw .cursorInvalid }
            return .trending(after: (score, id))
        }
    }
}
