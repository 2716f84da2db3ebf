import ChallengesAPI
import ChallengesCore
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
        let (page, limit, cursors) = try await checked(call, for: asker)
        guard page.words?.isEmpty != true else { return Page(items: [], nextCursor: nil) }
        let found = try await database.definitions(page)
        let (listed, nextCursor) = limit.cut(found, size: { $0.definition.size }) {
            cursors.text(after: $0, in: page.place)
        }
        let definitions = listed.map(\.definition)
        return Page(
            items: try await database.definitionReplies(definitions, to: asker, under: rules),
            nextCursor: nextCursor
        )
    }

    private func checked(
        _ call: ListDefinitions,
        for asker: UserID
    ) async throws -> (DefinitionsPage, PageLimit, DefinitionCursors) {
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
        let cursors = DefinitionCursors(of: call, words ?? nil)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try cursors.place(of: call.cursor, call.sort ?? .newest)
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
        return (page, limit, cursors)
    }
}

/// The cursors of one selection of definitions with its filters. Cursors of any other are refused.
private struct DefinitionCursors {
    private let newest: PageCursor<Instant, DefinitionID>
    private let used: PageCursor<Int, DefinitionID>
    private let trending: PageCursor<Int, DefinitionID>

    /// - Parameters:
    ///   - call: The call with the selection and the other filters.
    ///   - words: The words of the call's search.
    init(of call: ListDefinitions, _ words: SearchWords?) {
        let list = "definitions.\(call.of?.rawValue ?? "all")"
        let filters = [
            words?.query,
            call.author.map { "author=\($0)" },
            call.category.map { "category=\($0)" },
        ]
        newest = PageCursor("\(list).newest", narrowedBy: filters)
        used = PageCursor("\(list).used", narrowedBy: filters)
        trending = PageCursor("\(list).trending", narrowedBy: filters)
    }

    /// The cursor of a page that ends with a definition.
    func text(after last: ListedDefinition, in place: DefinitionsPage.Place) -> String {
        let definition = last.definition
        return switch place {
        case .newest: newest.text(definition.createdAt, definition.id)
        case .used: used.text(last.rank, definition.id)
        case .trending: trending.text(last.rank, definition.id)
        }
    }

    /// Where a page begins.
    func place(
        of cursor: String?,
        _ sort: ListDefinitions.Sort
    ) throws(ChallengesError) -> DefinitionsPage.Place {
        switch sort {
        case .newest, .unknown:
            guard let cursor else { return .newest(after: nil) }
            guard let (at, id) = newest.keys(of: cursor) else { throw .cursorInvalid }
            return .newest(after: (at, id))
        case .used:
            guard let cursor else { return .used(after: nil) }
            guard let (users, id) = used.keys(of: cursor) else { throw .cursorInvalid }
            return .used(after: (users, id))
        case .trending:
            guard let cursor else { return .trending(after: nil) }
            guard let (score, id) = trending.keys(of: cursor) else { throw .cursorInvalid }
            return .trending(after: (score, id))
        }
    }
}
