import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

/// Accounts whose names an earlier release wrote are found as before, until their searched names
/// are stored (2.8-people).
@Suite(.freshDatabase(Identity.migrations)) struct FoldingNamesTests {
    private let town = Town()

    private func unfolded() async throws -> Int {
        try await Database.fresh.one(
            "SELECT count(*) FROM accounts WHERE full_name_search IS NULL"
        ) { try $0.next() }
    }

    private func fold() async throws {
        while try await FoldingNames(database: .fresh).fold() > 0 {}
        #expect(try await unfolded() == 0)
    }

    /// Stores a person as the previous release does.
    private func store(_ first: String, _ last: String = "", folded: String) async throws {
        try await Database.fresh.run(
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            VALUES (gen_random_uuid(), 'u' || substr(gen_random_uuid()::text, 1, 8), \(first), \(last),
                \(folded), '', 'x', 'UTC', now())
            """
        )
    }

    /// The number of people that a search finds.
    private func found(_ q: String) async throws -> Int {
        let prefix = try SearchPrefix(q)
        let people = try await Database.fresh.people(
            beginning: prefix,
            except: UserID(),
            after: "",
            limit: 100
        )
        return people.items.count
    }

    @Test func `an account of the previous release is found as before, then by all spellings`()
        async throws
    {
        try await store("Straße", folded: "straße")
        try await store("山田太郎", folded: "山田太郎")
        for (q, count) in [("straße", 1), ("strasse", 0), ("山田", 1), ("太郎", 0)] {
            #expect(try await found(q) == count, "\(q)")
        }
        try await fold()
        for q in ["straße", "strasse", "STRASSE", "山田", "太郎", "郎"] {
            #expect(try await found(q) == 1, "\(q)")
        }
    }

    @Test func `an account of the previous release is found by similar names`() async throws {
        try await store("Bergstrom", folded: "bergstrom")
        let me = try await town.person("me_myself")
        for _ in 0..<2 {
            let page = try await town.ask(SearchPeople(q: "bergtsrom"), as: me)
            #expect(page.items.map(\.firstName) == ["Bergstrom"])
            try await fold()
        }
    }

    @Test func `a name that the previous release changes is found in its new form alone`()
        async throws
    {
        let bo = try await town.person("bo_1", first: "Straße", last: "Größe")
        #expect(try await unfolded() == 0)
        try await Database.fresh.run(
            """
            UPDATE accounts SET first_name = 'Maß', full_name_folded = 'maß größe' WHERE id = \(bo)
            """
        )
        #expect(try await unfolded() == 1)
        for (q, count) in [("maß", 1), ("mass", 0), ("strasse", 0), ("größe", 1)] {
            #expect(try await found(q) == count, "\(q)")
        }
        try await fold()
        for (q, count) in [("maß", 1), ("mass", 1), ("strasse", 0), ("grosse", 1)] {
            #expect(try await found(q) == count, "\(q)")
        }
        // Its last name as well; what is no name changes nothing.
        try await Database.fresh.run("UPDATE accounts SET bio = 'x' WHERE id = \(bo)")
        #expect(try await unfolded() == 0)
        try await Database.fresh.run(
            "UPDATE accounts SET last_name = 'Maß', last_name_folded = 'maß' WHERE id = \(bo)"
        )
        #expect(try await unfolded() == 1)
    }

    @Test func `this release stores the searched names with a changed name`() async throws {
        let bo = try await town.person("bo_1", first: "Straße")
        #expect(try await found("strasse") == 1)
        _ = try await town.ask(ChangeProfile(firstName: "太郎山"), as: bo)
        #expect(try await unfolded() == 0)
        #expect(try await found("strasse") == 0)
        #expect(try await found("郎山") == 1)
        // Other letters, but the same searched name: it is found all the time.
        for name in ["Straße", "Strasse"] {
            _ = try await town.ask(ChangeProfile(firstName: name), as: bo)
            #expect(try await found("strasse") == 1)
            #expect(try await found("郎山") == 0)
        }
        try await fold()
        #expect(try await found("straße") == 1)
    }

    @Test func `replicas that fold at once fold each account once`() async throws {
        for _ in 0..<60 { try await store("Straße", folded: "straße") }
        let folding = FoldingNames(database: .fresh, accountsMax: 7)
        let count = try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    var sum = 0
                    while true {
                        let count = try await folding.fold()
                        guard count > 0 else { return sum }
                        sum += count
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count == 60)
        #expect(try await unfolded() == 0)
    }

    @Test func `an account that another changes is skipped, and taken afterwards`() async throws {
        try await store("Straße", folded: "straße")
        try await Database.fresh.transaction { tx in
            try await tx.run("UPDATE accounts SET first_name = 'Maß', full_name_folded = 'maß'")
            #expect(try await FoldingNames(database: .fresh).fold() == 0)
        }
        #expect(try await FoldingNames(database: .fresh).fold() == 1)
        #expect(try await found("mass") == 1)
        #expect(try await found("strasse") == 0)
    }

    @Test func `a search of accents alone finds nobody`() async throws {
        let me = try await town.person("me_myself")
        _ = try await town.person("bo_1", first: "Bo")
        for q in ["\u{301}", "\u{AD}", "\u{301}\u{302}\u{303}"] {
            #expect(try await town.ask(SearchPeople(q: q), as: me).items.isEmpty)
        }
    }

    @Test func `a name that folding makes long is stored, and found`() async throws {
        let name = String(repeating: "\u{FDFA}", count: 80)
        let names = SearchedNames(first: name, last: name)
        #expect(names.full.unicodeScalars.count == 256)
        #expect(names.last == names.full)
        _ = try await town.person("bo_1", first: name, last: name)
        #expect(try await found(name) == 1)
        #expect(try await found(String(repeating: "\u{FDFA}", count: 14)) == 1)
        #expect(try await found("\u{FDFA}x") == 0)
    }
}

/// The search of people finds the same in every database (2.8-search).
struct NameSpellingsTests {
    @Test(arguments: DatabaseLocale.allCases)
    func `all spellings of a name find it, whatever the database's locale`(
        locale: DatabaseLocale
    ) async throws {
        try await FreshDatabase.with(Identity.migrations, in: locale) { current in
            let town = Town(database: current.database)
            for (number, (text, query)) in (Spellings.found + Spellings.notFound).enumerated() {
                let person = try await town.person("u_\(number)", first: text)
                let people = try await current.database.people(
                    beginning: SearchPrefix(query),
                    except: UserID(),
                    after: "",
                    limit: 100
                )
                let isFound = people.items.map(\.id).contains(person)
                #expect(isFound == (number < Spellings.found.count), "\(text): \(query)")
            }
        }
    }
}
