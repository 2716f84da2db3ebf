import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SearchPeopleTests {
    let town = Town()

    @Test func `people are found by the beginning of a name`() async throws {
        let me = try await town.person("me_myself", first: "Me", last: "Myself")
        _ = try await town.person("anna.k", first: "Anna", last: "Köhler")
        _ = try await town.person("zed", first: "Annas", last: "Vater")
        _ = try await town.person("_under", first: "Max", last: "Underwood")
        for (q, expected) in [
            ("ann", ["anna.k", "zed"]), ("ANNA", ["anna.k", "zed"]), ("kÖhl", ["anna.k"]),
            ("anna köhler", ["anna.k"]), ("anna ", ["anna.k", "zed"]), ("ann_", ["anna.k"]),
            ("_", ["_under"]), ("%", []), ("nna", []), ("under", ["_under"]), ("z", ["zed"]),
            ("me", []), ("annas", ["zed", "anna.k"]),
        ] as [(String, [String])] {
            let page = try await town.ask(SearchPeople(q: q), as: me)
            #expect(page.items.map(\.username) == expected)
            #expect(page.nextCursor == nil)
        }
    }

    @Test func `similar names follow, the most similar first`() async throws {
        let me = try await town.person("miller", first: "Miller", last: "Miller")
        for (username, last) in [
            ("a_1", "Millers"), ("b_2", "Millar"), ("c_3", "Hiller"), ("d_4", "Miles"),
            ("e_5", "Schmidt"), ("millert", "Abel"),
        ] {
            _ = try await town.person(username, first: "Qx", last: last)
        }
        let all = try await town.ask(SearchPeople(q: "miller"), as: me)
        #expect(all.items.map(\.username) == ["a_1", "millert", "b_2", "c_3", "d_4"])
        #expect(all.nextCursor == nil)
        // They fill the page behind the last name that begins with the text, and no other page.
        let full = try await town.ask(SearchPeople(q: "miller", limit: 2), as: me)
        #expect(full.items.map(\.username) == ["a_1", "millert"])
        #expect(full.nextCursor == nil)
        let first = try await town.ask(SearchPeople(q: "miller", limit: 1), as: me)
        let call = SearchPeople(q: "miller", limit: 1, cursor: first.nextCursor)
        let last = try await town.ask(call, as: me)
        #expect((first.items + last.items).map(\.username) == ["a_1", "millert"])
        #expect(last.nextCursor == nil)
        let more = try await town.ask(SearchPeople(q: "miller", limit: 3), as: me)
        #expect(more.items.map(\.username) == ["a_1", "millert", "b_2"])
    }

    @Test func `a misspelt username finds whom it means, unless they are not active`() async throws
    {
        let me = try await town.person("me_myself")
        let bo = try await town.person("bo_bergstrom", first: "Qx", last: "")
        let call = SearchPeople(q: "bo_bergtsrom")
        #expect(try await town.ask(call, as: me).items.map(\.id) == [bo])
        #expect(try await town.ask(call, as: bo).items.isEmpty)
        for standing in AccountStanding.inactive {
            try await town.setStanding(of: bo, standing)
            #expect(try await town.ask(call, as: me).items.isEmpty)
        }
    }

    @Test func `names are similar to three characters, not to two`() async throws {
        let me = try await town.person("me_myself")
        _ = try await town.person("a_1", first: "B Qz", last: "C")
        _ = try await town.person("b_2", first: "B Xyz", last: "C")
        for (q, expected) in [("qz", []), ("xyz", ["b_2"])] as [(String, [String])] {
            let page = try await town.ask(SearchPeople(q: q), as: me)
            #expect(page.items.map(\.username) == expected)
        }
    }

    @Test func `a user's searches for similar names wait for each other`() async throws {
        let (ana, bo) = (try await town.person("ana"), try await town.person("bob"))
        let locks = town.identity.database.localLocks
        let (isHeld, isOver) = (Gate(), Gate())
        async let holding: Void = locks.withLocks([.similarNames(of: ana)]) {
            isHeld.open()
            await isOver.pass()
        }
        await isHeld.pass()
        async let mine = town.ask(SearchPeople(q: "nobody"), as: ana)
        try await eventually("the search waits") { locks.waitingCount == 1 }
        #expect(try await town.ask(SearchPeople(q: "nobody"), as: bo).items.isEmpty)
        // What begins with the text needs no turn.
        #expect(try await town.ask(SearchPeople(q: "bo"), as: ana).items.map(\.id) == [bo])
        isOver.open()
        try await holding
        #expect(try await mine.items.isEmpty)
    }

    @Test func `pages follow each other without gaps`() async throws {
        let me = try await town.person("me_myself")
        let names = ["p_a", "p_b", "p_c", "p_d", "p_e"]
        for name in names.shuffled() { _ = try await town.person(name) }
        var seen: [[String]] = []
        var cursor: String?
        repeat {
            let page = try await town.ask(SearchPeople(q: "p_", limit: 2, cursor: cursor), as: me)
            seen.append(page.items.map(\.username))
            cursor = page.nextCursor
        } while cursor != nil
        #expect(seen == [["p_a", "p_b"], ["p_c", "p_d"], ["p_e"]])
    }

    @Test func `up to 500 matches are sorted, and among more the list looks at 500 people`()
        async throws
    {
        let me = try await town.person("me_myself")
        try await store("a_", 1...Looks.max, named: "bo")
        try await store("b_", 1...Looks.max, named: "zora")
        let few = try await town.ask(SearchPeople(q: "zora"), as: me)
        #expect(few.items.first?.username == "b_0001")
        #expect(few.items.count == 20)
        try await store("b_", Looks.max + 1...Looks.max + 1, named: "zora")
        let first = try await town.ask(SearchPeople(q: "zora"), as: me)
        #expect(first.items.isEmpty)
        var found: [String] = []
        var cursor = first.nextCursor
        #expect(cursor != nil)
        while let next = cursor {
            let call = SearchPeople(q: "zora", limit: 100, cursor: next)
            let page = try await town.ask(call, as: me)
            found += page.items.map(\.username)
            cursor = page.nextCursor
        }
        #expect(found.count == Looks.max + 1)
        #expect(found == found.sorted())
        #expect(Set(found).count == found.count)
    }

    /// Stores people with numbered usernames.
    private func store(
        _ beginning: String,
        _ numbers: ClosedRange<Int>,
        named name: String
    ) async throws {
        try await Database.fresh.run(
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT gen_random_uuid(), \(beginning) || lpad(n::text, 4, '0'), \(name), '', \(name),
                '', 'x', 'UTC', now()
            FROM generate_series(\(numbers.lowerBound)::int, \(numbers.upperBound)::int) AS n
            """
        )
    }

    @Test func `inactive accounts are not found, and pages are full without them`() async throws {
        let me = try await town.person("me_myself")
        for (index, standing) in (AccountStanding.inactive + [.active, .active]).enumerated() {
            let other = try await town.person("p_\(index)")
            try await town.setStanding(of: other, standing)
        }
        let page = try await town.ask(SearchPeople(q: "p_", limit: 2), as: me)
        #expect(page.items.map(\.username) == ["p_4", "p_5"])
        #expect(page.nextCursor == nil)
    }

    @Test func `a last page that is full has no successor`() async throws {
        let me = try await town.person("me_myself")
        for name in ["p_a", "p_b"] { _ = try await town.person(name) }
        let page = try await town.ask(SearchPeople(q: "p_", limit: 2), as: me)
        #expect(page.items.count == 2)
        #expect(page.nextCursor == nil)
    }

    @Test func `a query that does not fit is refused`() async throws {
        for q in ["", "  ", String(repeating: "x", count: 81), "a\0b"] {
            let fault = try await refusal { try await town.ask(SearchPeople(q: q), as: UserID()) }
            #expect(fault == Refusal(IdentityError.queryInvalid, at: "/q").fault)
        }
    }

    @Test func `eighty characters fit`() async throws {
        let q = String(repeating: "ü", count: 80)
        #expect(try await town.ask(SearchPeople(q: q), as: UserID()).items.isEmpty)
    }

    @Test(arguments: [-1, 0, 101]) func `a limit is 1 to 100`(limit: Int) async throws {
        let fault = try await refusal {
            try await town.ask(SearchPeople(q: "a", limit: limit), as: UserID())
        }
        #expect(fault == Refusal(IdentityError.limitInvalid, at: "/limit").fault)
    }

    @Test func `a cursor must come from the same list`() async throws {
        for cursor in [
            "", "!", "cGVvcGxl", PageCursor<String>("friends").text("a"),
            PageCursor<String, String>("people").text("a", "b"),
        ] {
            let fault = try await refusal {
                try await town.ask(SearchPeople(q: "a", cursor: cursor), as: UserID())
            }
            #expect(fault == Refusal(IdentityError.cursorInvalid, at: "/cursor").fault)
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(SearchPeople(q: "a")) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
