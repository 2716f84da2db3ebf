import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Definitions {
    func listDefinitions(
        _ call: ListDefinitions,
        in context: CallContext
    ) async throws -> Page<Definition> {
        let asker = try context.signedIn
        let (page, limit) = try await checked(call, for: asker)
        let fetched = try await database.definitions(page)
        let (listed, nextCursor) = limit.cut(fetched, size: { $0.definition.size }) {
            page.cursor(after: $0)
        }
        let definitions = listed.map(\.definition)
        return Page(
            items: try await database.shownDefinitions(definitions, to: asker, under: rules),
            nextCursor: nextCursor
        )
    }

    private func checked(
        _ call: ListDefinitions,
        for asker: UserID
    ) async throws -> (DefinitionsPage, PageLimit) {
        var problems = FieldProblems<ChallengesError>()
        if call.of == .unknown { problems.add(.selectionUnknown, at: "/of") }
        let words = problems.check("/q") { () throws(ChallengesError) in
            try call.q.map { text throws(ChallengesError) in try SearchWords(text) }
        }
        if let category = call.category, try await !database.isCategory(category) {
            problems.add(.categoryUnknown, at: "/category")
        }
        if call.sort == .unknown { problems.add(.sortUnknown, at: "/sort") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try DefinitionsPage.Place(call, words ?? nil)
        }
        try problems.refuse()
        guard let words, let limit, let place else { throw problems.refusal() }
        let page = DefinitionsPage(
            viewer: asker,
            languages: Languages(call.languages),
            selection: call.of,
            words: words,
            category: call.category,
            author: call.author,
            place: place,
            limit: limit.fetched
        )
        return (page, limit)
    }
}

extension DefinitionsPage {
    /// The cursor of a page that ends with a definition.
    fileprivate func cursor(after last: ListedDefinition) -> String {
        let cursors = DefinitionCursors(
            of: selection,
            words,
            category: category,
            author: author
        )
        let definition = last.definition
        return switch place {
        case .newest: cursors.newest.text(definition.createdAt, definition.id)
        case .used: cursors.used.text(last.rank, definition.id)
        case .trending: cursors.trending.text(last.rank, definition.id)
        }
    }
}

extension DefinitionsPage.Place {
    /// Where the page of a call begins, which searches for words.
    fileprivate init(_ call: ListDefinitions, _ words: SearchWords?) throws(ChallengesError) {
        let cursors = DefinitionCursors(
            of: call.of,
            words,
            category: call.category,
            author: call.author
        )
        switch call.sort ?? .newest {
        case .newest, .unknown:
            guard let cursor = call.cursor else {
                self = .newest(after: nil)
                return
            }
            guard let (at, id) = cursors.newest.keys(of: cursor) else { throw .cursorInvalid }
            self = .newest(after: (at, id))
        case .used:
            guard let cursor = call.cursor else {
                self = .used(after: nil)
                return
            }
            guard let (users, id) = cursors.used.keys(of: cursor) else { throw .cursorInvalid }
            self = .used(after: (users, id))
        case .trending:
            guard let cursor = call.cursor else {
                self = .trending(after: nil)
                return
            }
            guard let (score, id) = cursors.trending.keys(of: cursor) else {
                throw .cursorInvalid
            }
            self = .trending(after: (score, id))
        }
    }
}

/// The cursors of one selection of definitions, or of some of it, which refuse those of any other.
private struct DefinitionCursors {
    let newest: PageCursor<Instant, DefinitionID>
    let used: PageCursor<Int, DefinitionID>
    let trending: PageCursor<Int, DefinitionID>

    init(
        of selection: ListDefinitions.Selection?,
        _ words: SearchWords?,
        category: String?,
        author: UserID?
    ) {
        let list = "definitions.\(selection?.rawValue ?? "all")"
        let filters: [String?] = [
            words?.query, author.map { "author=\($0)" }, category.map { "category=\($0)" },
        ]
        let part = filters.compactMap(\.self).map { ".\($0)" }.joined()
        newest = PageCursor("\(list).newest\(part)")
        used = PageCursor("\(list).used\(part)")
        trending = PageCursor("\(list).trending\(part)")
    }
}
