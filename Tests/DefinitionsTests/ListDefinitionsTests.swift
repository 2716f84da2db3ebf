import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares
@testable import Definitions

/// The lists of definitions, and their search (2.8-search, SF-11, SF-23).
@Suite(.freshDatabase(Challenges.migrations))
struct ListDefinitionsTests {
    /// Four definitions of Ana's and Bo's, each a minute after the one before.
    private func four(_ scene: Scene) async throws {
        try await scene.post(
            "Plank",
            description: "Elbows on the floor.",
            category: "strength"
        )
        scene.clock.advance(by: .minutes(1))
        try await scene.post("Sing", description: "On the bus.", visibility: .public)
        scene.clock.advance(by: .minutes(1))
        try await scene.post("Diary", by: scene.bo)
        scene.clock.advance(by: .minutes(1))
        try await scene.post(
            "Row",
            description: "Over the lake and back.",
            category: "endurance",
            by: scene.bo
        )
    }

    /// The names without the presets.
    private func names(
        _ call: ListDefinitions,
        as user: UserID,
        _ scene: Scene
    ) async throws -> [String] {
        try await scene.names(call, as: user).filter { $0.split(separator: " ").count == 1 }
    }

    @Test func `the newest come first, each user sees what they may`() async throws {
        let scene = Scene()
        try await four(scene)
        #expect(
            try await names(ListDefinitions(), as: scene.cy, scene) == ["Row", "Sing", "Plank"]
        )
        #expect(
            try await names(ListDefinitions(), as: scene.bo, scene)
                == ["Row", "Diary", "Sing", "Plank"]
        )
    }

    @Test func `a list can be limited to workouts, presets or the caller's own`() async throws {
        let scene = Scene()
        try await four(scene)
        func list(_ of: ListDefinitions.Selection, as user: UserID) async throws -> [String] {
            try await scene.names(ListDefinitions(of: of), as: user)
        }
        #expect(try await list(.workout, as: scene.cy) == ["Row", "Plank"])
        #expect(try await list(.mine, as: scene.bo) == ["Row", "Diary"])
        #expect(try await list(.mine, as: scene.cy) == [])
        #expect(try await list(.preset, as: scene.cy).count == 3)
    }

    @Test func `a list is limited to a category and to an author`() async throws {
        let scene = Scene()
        try await four(scene)
        var call = ListDefinitions(category: "strength")
        #expect(try await scene.names(call, as: scene.cy) == ["Plank"])
        call.author = scene.bo
        #expect(try await scene.names(call, as: scene.cy) == [])
        call.category = nil
        #expect(try await scene.names(call, as: scene.cy) == ["Row"])
        #expect(try await scene.names(call, as: scene.bo) == ["Row", "Diary"])
        call.of = .mine
        #expect(try await scene.names(call, as: scene.ana) == [])
        call = ListDefinitions(author: UserID())
        #expect(try await scene.names(call, as: scene.ana) == [])
        call = ListDefinitions(category: "flexibility")
        #expect(try await scene.names(call, as: scene.ana) == [])
    }

    // Search.

    @Test func `each word begins a word of the text`() async throws {
        let scene = Scene()
        try await four(scene)
        for (q, expected) in [
            ("plank", ["Plank"]), ("ELBOWS", ["Plank"]), ("elb", ["Plank"]), ("lake", ["Row"]),
            ("bus", ["Sing"]), ("the", ["Row", "Sing", "Plank"]), ("the back", ["Row"]),
            ("back the", ["Row"]), ("the elbow bus", []), ("lbows", []), ("diary", []),
            ("over-the/lake", ["Row"]), ("lake.", ["Row"]), ("'lake' & !row", ["Row"]),
            ("la:*", ["Row"]), ("la\\ke", []), ("  lake ", ["Row"]), ("lake\0", ["Row"]),
        ] as [(String, [String])] {
            #expect(try await names(ListDefinitions(q: q), as: scene.cy, scene) == expected)
        }
    }

    @Test func `words are found in name, caption and description, whatever joins them`()
        async throws
    {
        let scene = Scene()
        let call = CreateDefinition(
            name: "Über-Sprint (5.5 km)",
            caption: "run/walk, don't stop",
            description: "Zürich–Bern: a@b.example",
            visibility: .public
        )
        let made = try await scene.ask(call, as: scene.ana)
        for q in [
            "über", "ÜBER", "sprint", "5", "5.5", "5 km", "run", "walk", "run/walk", "don", "don't",
            "stop", "zürich", "bern", "example", "a@b", "Über-Sprint",
        ] {
            let found = try await scene.ask(ListDefinitions(q: q, author: scene.ana), as: scene.bo)
            #expect(found.items.map(\.id) == [made.id], "\(q)")
        }
        for q in ["print", "6", "ürich", "walker"] {
            let found = try await scene.ask(ListDefinitions(q: q, author: scene.ana), as: scene.bo)
            #expect(found.items.isEmpty, "\(q)")
        }
    }

    @Test func `a preset is found in every language, and shown in the reader's`() async throws {
        let scene = Scene()
        for (q, preset) in [
            ("backwards", "walk-backwards"), ("rückwärts", "walk-backwards"),
            ("kilometres", "run-5-km"), ("kilometer", "run-5-km"), ("treppe", "walk-10k-steps"),
        ] {
            for languages in ["en", "de"] {
                let call = ListDefinitions(of: .preset, q: q, languages: languages)
                let found = try await scene.ask(call, as: scene.ana).items
                #expect(found.map(\.preset) == [preset], "\(q)")
                let shown = try await scene.definition(
                    found[0].id,
                    as: scene.ana,
                    languages: languages
                )
                #expect(shown == found[0])
            }
        }
    }

    @Test func `a changed text is found by its new words alone`() async throws {
        let scene = Scene()
        let made = try await scene.post("Plank", description: "Elbows.", visibility: .public)
        let change = ChangeDefinition(definition: made.id, description: "Hands.")
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.names(ListDefinitions(q: "hands"), as: scene.bo) == ["Plank"])
        #expect(try await scene.names(ListDefinitions(q: "elbows"), as: scene.bo) == [])
    }

    // Orders and pages.

    @Test func `pages show everything once, newest first`() async throws {
        let scene = Scene()
        for index in 0..<7 {
            // Some share a moment, so that the ids decide the order.
            if index.isMultiple(of: 3) { scene.clock.advance(by: .minutes(1)) }
            try await scene.post("\(index)", visibility: .public)
        }
        for limit in [1, 2, 3, 7, 10, 100] {
            let call = ListDefinitions(author: scene.ana, limit: limit)
            let listed = try await scene.names(call, as: scene.bo)
            #expect(listed.count == 7)
            #expect(Set(listed).count == 7)
            #expect(listed.first == "6")
            #expect(Set(listed.suffix(3)) == ["0", "1", "2"])
            #expect(try await scene.names(ListDefinitions(limit: limit), as: scene.bo).count == 10)
        }
    }

    @Test func `the most used come first`() async throws {
        let scene = Scene()
        for (index, users) in [0, 2, 1, 2, 3].enumerated() {
            let made = try await scene.post("\(index)", visibility: .public)
            try await scene.database.transaction { tx in
                for _ in 0..<users {
                    try tx.use(made.id, by: UserID(), at: scene.clock.now)
                }
            }
            scene.clock.advance(by: .minutes(1))
        }
        for limit in [1, 2, 3, 100] {
            let call = ListDefinitions(author: scene.ana, sort: .used, limit: limit)
            let listed = try await scene.names(call, as: scene.bo)
            #expect(listed.first == "4")
            #expect(Set(listed[1...2]) == ["1", "3"])
            #expect(listed.suffix(2) == ["2", "0"])
            #expect(listed.count == 5)
            let first = try await scene.ask(ListDefinitions(sort: .used), as: scene.bo).items
            #expect(first.map(\.userCount) == [3, 2, 2, 1, 0, 0, 0, 0])
            let all = ListDefinitions(sort: .used, limit: limit)
            #expect(try await scene.names(all, as: scene.bo).count == 8)
        }
    }

    @Test func `each order lists public, own and friends' definitions once each`()
        async throws
    {
        let scene = Scene()
        try await scene.relate(scene.ana, scene.bo, .friends)
        let visibilities: [Visibility] = [.private, .friends, .public]
        for index in 0..<9 {
            let made = try await scene.post(
                "\(index)",
                category: index < 6 ? "strength" : nil,
                visibility: visibilities[index % 3],
                by: index.isMultiple(of: 2) ? scene.ana : scene.bo
            )
            try await scene.database.transaction { tx in
                for _ in index..<9 { try tx.use(made.id, by: UserID(), at: scene.clock.now) }
            }
            scene.clock.advance(by: .minutes(1))
        }
        for (user, seen) in [
            (scene.ana, [0, 1, 2, 4, 5, 6, 7, 8]), (scene.bo, [1, 2, 3, 4, 5, 7, 8]),
            (scene.cy, [2, 5, 8]),
        ] {
            for (selection, category, among) in [
                (nil, nil, 0..<9), (.workout, nil, 0..<6), (nil, "strength", 0..<6),
            ] as [(ListDefinitions.Selection?, String?, Range<Int>)] {
                let mostUsed = seen.filter { among.contains($0) }.map { "\($0)" }
                for limit in [1, 2, 3, 100] {
                    var call = ListDefinitions(of: selection, category: category, limit: limit)
                    let newest = try await names(call, as: user, scene)
                    #expect(newest == Array(mostUsed.reversed()))
                    call.sort = .used
                    #expect(try await names(call, as: user, scene) == mostUsed)
                }
            }
        }
    }

    @Test func `what an author changes is in the lists of what it then is`() async throws {
        let scene = Scene()
        let made = try await scene.post("Plank", visibility: .private)
        func listed(in category: String? = nil) async throws -> [String] {
            let call = ListDefinitions(category: category, sort: .used)
            return try await names(call, as: scene.cy, scene)
        }
        #expect(try await listed() == [])
        let publish = ChangeDefinition(definition: made.id, visibility: .public)
        _ = try await scene.ask(publish, as: scene.ana)
        #expect(try await listed() == ["Plank"])
        for category in ["strength", "endurance"] {
            let change = ChangeDefinition(definition: made.id, category: category)
            _ = try await scene.ask(change, as: scene.ana)
            #expect(try await listed(in: category) == ["Plank"])
        }
        #expect(try await listed(in: "strength") == [])
        for (state, expected) in [
            ("hidden", []), ("shown", ["Plank"]), ("deleted", []),
        ] as [(String, [String])] {
            try await scene.database.run(
                "UPDATE definitions SET state = \(state) WHERE id = \(made.id)"
            )
            #expect(try await listed() == expected)
            #expect(try await listed(in: "endurance") == expected)
            let shelved = try await scene.database.one(
                "SELECT is_public FROM definition_counts WHERE definition = \(made.id)"
            ) { row in try row.next(Bool.self) }
            #expect(shelved == !expected.isEmpty)
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2, Int.max])
    func `a cursor that says any number begins a page behind it`(users: Int) async throws {
        let scene = Scene()
        let made = try await scene.post("Plank", visibility: .public)
        try await scene.complete(made.id, scene.bo)
        let last: DefinitionID = .of(255)
        let cursor = PageCursor<Int, DefinitionID>("definitions.all.used", narrowedBy: [])
        let call = ListDefinitions(sort: .used, cursor: cursor.text(users, last))
        #expect(try await names(call, as: scene.cy, scene) == (users > 1 ? ["Plank"] : []))
    }

    @Test func `a cursor belongs to its order`() async throws {
        let scene = Scene()
        let newest = try #require(
            try await scene.ask(ListDefinitions(limit: 1), as: scene.ana).nextCursor
        )
        let used = try #require(
            try await scene.ask(ListDefinitions(sort: .used, limit: 1), as: scene.ana).nextCursor
        )
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for call in [
            ListDefinitions(sort: .used, cursor: newest), ListDefinitions(cursor: used),
            ListDefinitions(sort: .newest, cursor: used), ListDefinitions(cursor: ""),
        ] {
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
        #expect(await scene.fault(ListDefinitions(cursor: newest), as: scene.ana) == nil)
    }

    @Test func `a cursor belongs to its selection`() async throws {
        let scene = Scene()
        try await four(scene)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        let selections: [ListDefinitions.Selection?] = [nil, .workout, .preset, .mine]
        for sort in [ListDefinitions.Sort.newest, .used] {
            for selection in selections {
                var call = ListDefinitions(of: selection, sort: sort, limit: 1)
                let first = try await scene.ask(call, as: scene.ana)
                let cursor = try #require(first.nextCursor)
                call.cursor = cursor
                for other in selections {
                    call.of = other
                    let expected = other == selection ? nil : refusal
                    #expect(await scene.fault(call, as: scene.ana) == expected)
                }
            }
        }
    }

    @Test func `a cursor belongs to its search, its category and its author`() async throws {
        let scene = Scene()
        for _ in 0..<2 {
            try await scene.post("Plank", category: "strength", visibility: .public)
        }
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        let calls = [
            ListDefinitions(limit: 1), ListDefinitions(q: "plank", limit: 1),
            ListDefinitions(q: "pla", limit: 1), ListDefinitions(category: "strength", limit: 1),
            ListDefinitions(author: scene.ana, limit: 1),
            ListDefinitions(q: "plank", category: "strength", limit: 1),
        ]
        for (index, call) in calls.enumerated() {
            let cursor = try #require(try await scene.ask(call, as: scene.ana).nextCursor)
            for (other, var call) in calls.enumerated() {
                call.cursor = cursor
                let expected = other == index ? nil : refusal
                #expect(await scene.fault(call, as: scene.ana) == expected)
            }
        }
    }

    @Test func `a search of marks or operators alone finds nothing`() async throws {
        let scene = Scene()
        try await scene.post()
        for q in ["!", "&", "|", "()", ":*", "'", "\\", "<->", "…", " ", "\0", "🏃", "& | !", " .-"]
        {
            for sort in [nil, ListDefinitions.Sort.newest, .used, .trending] {
                let call = ListDefinitions(q: q, sort: sort)
                let page = try await scene.ask(call, as: scene.ana)
                #expect(page.items == [] && page.nextCursor == nil, "\(call)")
            }
        }
    }

    @Test func `an invalid list query is refused at its name`() async {
        let scene = Scene()
        for (call, error, pointer) in [
            (ListDefinitions(of: .unknown), ChallengesError.selectionUnknown, "/of"),
            (ListDefinitions(q: ""), .queryInvalid, "/q"),
            (ListDefinitions(q: String(repeating: "x", count: 81)), .queryInvalid, "/q"),
            (ListDefinitions(category: "swimming"), .categoryUnknown, "/category"),
            (ListDefinitions(category: ""), .categoryUnknown, "/category"),
            (ListDefinitions(category: "\0"), .categoryUnknown, "/category"),
            (ListDefinitions(sort: .unknown), .sortUnknown, "/sort"),
            (ListDefinitions(limit: 0), .limitInvalid, "/limit"),
            (ListDefinitions(limit: 101), .limitInvalid, "/limit"),
            (ListDefinitions(cursor: "x"), .cursorInvalid, "/cursor"),
        ] as [(ListDefinitions, ChallengesError, String)] {
            #expect(await scene.fault(call, as: scene.ana) == Refusal(error, at: pointer).fault)
            #expect(error.kind == .invalid)
        }
    }

    @Test func `all problems of a query are reported at once`() async {
        let scene = Scene()
        let call = ListDefinitions(
            of: .unknown,
            q: "",
            category: "x",
            sort: .unknown,
            limit: 0,
            cursor: "x"
        )
        let fault = await scene.fault(call, as: scene.ana)
        #expect(
            fault?.fields?.map(\.pointer) == [
                "/of", "/q", "/category", "/sort", "/limit", "/cursor",
            ]
        )
    }
}
