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
            page.place.cursor(after: $0)
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
        if let category = call.category, try await !isCategory(category) {
            problems.add(.categoryUnknown, at: "/category")
        }
        if call.sort == .unknown { problems.add(.sortUnknown, at: "/sort") }
        let limit = problems.limit(call.limit, orAdd: .limitInvalid)
        let place = problems.check("/cursor") { () throws(ChallengesError) in
            try DefinitionsPage.Place(call.sort ?? .newest, call.cursor)
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

    private func isCategory(_ id: String) async throws -> Bool {
        guard PutCategory.categoryLimit.allows(id) else { return false }
        return try await database.hasCategory(id)
    }
}

extension DefinitionsPage.Place {
    private static let newestCursor = PageCursor<Instant, DefinitionID>("definitions newest")
    private static let usedCursor = PageCursor<Int, DefinitionID>("definitions used")

    /// Where the page of a call begins.
    fileprivate init(
        _ sort: ListDefinitions.Sort,
        _ cursor: String?
    ) throws(ChallengesError) {
        switch sort {
        case .newest, .unknown:
            guard let cursor else {
                self = .newest(after: nil)
                return
            }
            guard let (at, id) = Self.newestCursor.keys(of: cursor) else { throw .cursorInvalid }
            self = .newest(after: (at, id))
        case .used:
            guard let cursor else {
                self = .used(after: nil)
                return
            }
            guard let (users, id) = Self.usedCursor.keys(of: cursor) else { throw .cursorInvalid }
            self = .used(after: (users, id))
        }
    }

    /// The cursor of a page that ends with a definition.
    fileprivate func cursor(after last: ListedDefinition) -> String {
        let definition = last.definition
        return switch self {
        case .newest: Self.newestCursor.text(definition.createdAt, definition.id)
        case .used: Self.usedCursor.text(last.users, definition.id)
        }
    }
}
