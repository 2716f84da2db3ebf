import ChallengesAPI
import ChallengesCore
import Definitions
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
        let (page, limit, cursors) = try await checked(call, for: asker, at: moment)
        guard page.mayHoldAny else { return Page(items: [], nextCursor: nil) }
        let part = try await part(of: page)
        let (listed, nextCursor) = limit.cut(part, size: \.contest.size) {
            cursors.text(after: $0, in: page.place)
        }
        return Page(
            items: try await replies.of(listed.map(\.contest), to: asker, at: moment),
            nextCursor: nextCursor
        )
    }

    private func part(of page: ContestsPage) async throws -> ListPart<ListedContest> {
        guard let gathered = page.gathered else { return try await database.contests(page) }
        return try await discovered.value(for: gathered) ?? ListPart()
    }

    private func checked(
        _ call: ListContests,
        for asker: UserID,
        at now: Instant
    ) async throws -> (ContestsPage, PageLimit, ContestCursors) {
        var problems = FieldProblems<ChallengesError>()
        let list = call.list ?? (call.q == nil ? .discover : .all)
        if list == .unknown { problems.add(.listUnknown, at: "/list") }
        let kind = call.kind
        if let kind, kind != .competition, kind != .open { problems.add(.kindUnknown, at: "/kind") }
        let state = call.state.flatMap { ContestLife.State(rawValue: $0.rawValue) }
        if call.state != nil, state == nil { problems.add(.stateUnknown, at: "/state") }
        let words = problems.check("/q") { () throws(ChallengesError) in
            try call.q.map { text throws(ChallengesError) in try SearchWords(text) }
        }
        if let category = call.category, try await !database.isCategory(category) {
            problems.add(.categoryUnknown, at: "/category")
        }
        let sort = call.sort ?? .newest
        if sort == .unknown { problems.add(.sortUnknown, at: "/sort") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let cursors = ContestCursors(of: list, words ?? nil, narrowedBy: call)
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
        return (page, limit, cursors)
    }
}

extension ContestsPage {
    /// Whether the page can have any contest: not if the search has no words, nor if no contest of
    /// the list can be in the given state. This avoids examining the whole list in vain.
    var mayHoldAny: Bool {
        guard words?.isEmpty != true else { return false }
        guard let state else { return true }
        return switch list {
        case .discover, .ongoing, .invited: state.takesPeople
        case .current: state.takesPeople || state == .settling
        case .created, .all, .unknown: true
        }
    }
}

/// The cursors of one list of contests with its filters. Cursors of other lists are refused.
private struct ContestCursors {
    private let newest: PageCursor<Instant, ChallengeID>
    private let popular: PageCursor<Int, ChallengeID>
    private let trending: PageCursor<Int, ChallengeID>

    /// - Parameters:
    ///   - list: The list.
    ///   - words: The words of the search.
    ///   - call: The call with the other filters.
    init(of list: ListContests.Selection, _ words: SearchWords?, narrowedBy call: ListContests) {
        let list = "contests.\(list.rawValue)"
        let filters: [String?] = [
            words?.query,
            call.author.map { "author=\($0)" },
            call.state.map { "state=\($0.rawValue)" },
            call.kind.map { "kind=\($0.rawValue)" },
            call.category.map { "category=\($0)" },
        ]
        newest = PageCursor("\(list).newest", narrowedBy: filters)
        popular = PageCursor("\(list).popular", narrowedBy: filters)
        trending = PageCursor("\(list).trending", narrowedBy: filters)
    }

    /// The cursor of a page that ends with a contest.
    func text(after last: ListedContest, in place: ContestsPage.Place) -> String {
        switch place {
        case .newest: newest.text(last.contest.challenge.createdAt, last.contest.id)
        case .popular: popular.text(last.rank, last.contest.id)
        case .trending: trending.text(last.rank, last.contest.id)
        }
    }

    /// The position of a page.
    func place(
        of cursor: String?,
        _ sort: ListContests.Sort
    ) throws(ChallengesError) -> ContestsPage.Place {
        switch sort {
        case .newest, .unknown:
            guard let cursor else { return .newest(after: nil) }
            guard let (at, id) = newest.keys(of: cursor) else { throw .cursorInvalid }
            return .newest(after: (at, id))
        case .popular:
            guard let cursor else { return .popular(after: nil) }
            guard let (joins, id) = popular.keys(of: cursor) else { throw .cursorInvalid }
            return .popular(after: (joins, id))
        case .trending:
            guard let cursor else { return .trending(after: nil) }
            guard let (score, id) = trending.keys(of: cursor) else { throw .cursorInvalid }
            return .trending(after: (score, id))
        }
    }
}
