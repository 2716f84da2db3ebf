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
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions

/// The search of contests (FR-14, FR-32, FR-51, 2.8-search).
@Suite(.freshDatabase(Challenges.migrations))
struct SearchContestsTests {
    private let scene = Scene()

    /// Stores a public contest of Ana's, unless it is another, some seconds ago.
    @discardableResult
    private func store(
        _ name: String,
        caption: String = "",
        description: String = "",
        category: String? = nil,
        _ seconds: Int = 0,
        kind: ChallengeKind = .competition,
        visibility: ContestVisibility = .public,
        owner: UserID? = nil
    ) async throws -> ChallengeID {
        let id = try await scene.storeContest(
            kind: kind,
            visibility: visibility,
            owner: owner,
            createdAt: scene.clock.now - .seconds(seconds)
        ) {
            $0.challenge = ChallengeRecord(
                id: $0.id,
                kind: kind,
                name: name,
                description: description,
                author: $0.owner,
                proof: .optional,
                deadline: nil,
                createdAt: $0.life.createdAt,
                snapshot: Snapshot(caption: caption, category: category, unit: "l")
            )
        }.id
        _ = try await FoldingTexts(database: scene.database).fold()
        return id
    }

    private func search(
        _ q: String,
        as user: UserID? = nil,
        _ change: (inout ListContests) -> Void = { _ in }
    ) async throws -> [ChallengeID] {
        var call = ListContests(q: q)
        change(&call)
        return try await scene.contests(call, as: user ?? scene.bo)
    }

    @Test func `each word begins a word of name, caption or description`() async throws {
        let lake = try await store(
            "Over-the/Lake (5.5 km)",
            caption: "don't stop",
            description: "Zürich–Bern: a@b.example",
            1
        )
        let sea = try await store("Sea", description: "No lake at all.", 2)
        for (q, expected) in [
            ("lake", [lake, sea]), ("LAKE", [lake, sea]), ("la", [lake, sea]), ("ake", []),
            ("lake over", [lake]), ("lake sea", [sea]), ("lake land", []), ("5", [lake]),
            ("5.5 km", [lake]), ("don't", [lake]), ("stop", [lake]), ("zürich", [lake]),
            ("ZÜR", [lake]), ("bern", [lake]), ("a@b", [lake]), ("'lake' & !sea", [sea]),
            ("la:*", [lake, sea]), ("lake\0", [lake, sea]), ("lake | nothing", []),
        ] as [(String, [ChallengeID])] {
            #expect(try await search(q) == expected, "\(q)")
        }
    }

    @Test func `marks and operators alone find nothing`() async throws {
        try await store("Sea & lake | ! ( 🏃")
        let marks = ["!", "&", "|", "()", ":*", "'", "\\", "<->", "…", " ", "\0", "🏃", "& | !"]
        var calls = marks.map { q in ListContests(list: .all, q: q) }
        for sort in [ListContests.Sort.newest, .popular, .trending] {
            for list in [ListContests.Selection.all, .created, .discover] {
                calls.append(ListContests(list: list, q: "& | !", sort: sort))
            }
        }
        for call in calls {
            let page = try await scene.ask(call, as: scene.bo)
            #expect(page.items == [] && page.nextCursor == nil, "\(call)")
        }
    }

    @Test func `a search has 1 to 80 characters`() async throws {
        let refusal = Refusal(ChallengesError.queryInvalid, at: "/q").fault
        for (q, fault) in [
            ("", refusal), (String(repeating: "x", count: 81), refusal),
            (String(repeating: "𝒳", count: 80), nil),
            (String(repeating: "x", count: 60_000), refusal),
        ] as [(String, Fault?)] {
            #expect(await scene.fault(ListContests(q: q), as: scene.bo) == fault)
        }
    }

    @Test func `with a search all that one sees is searched, without one what may be joined`()
        async throws
    {
        let open = try await store("Lake", 1)
        let own = try await store("Lake", 2, visibility: .private, owner: scene.bo)
        let joined = try await store("Lake", 3, visibility: .private)
        let closed = try await store("Lake", 4, visibility: .private)
        try await scene.database.run(
            """
            INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                is_flagged, version)
            VALUES (\(joined), \(scene.bo), 'joined', false, \(scene.clock.now), 0, false, 1)
            """
        )
        #expect(try await search("lake") == [open, own, joined])
        #expect(try await search("lake") { $0.list = .discover } == [open])
        #expect(try await search("lake") { $0.list = .ongoing } == [open, own, joined])
        #expect(try await search("lake") { $0.list = .current } == [joined])
        #expect(try await search("lake") { $0.list = .created } == [own])
        #expect(try await search("lake") { $0.list = .invited } == [])
        #expect(try await search("lake", as: scene.cy) == [open])
        #expect(try await search("lake", as: scene.ana) == [open, joined, closed])
        #expect(try await scene.contests(ListContests(), as: scene.bo) == [open])
    }

    @Test func `a search is narrowed down by category, kind, state and author`() async throws {
        let rowed = try await store("Lake", category: "endurance", 1)
        let open = try await store("Lake", category: "strength", 2, kind: .open)
        let other = try await store("Lake", 3, owner: scene.cy)
        #expect(try await search("lake") == [rowed, open, other])
        #expect(try await search("lake") { $0.category = "endurance" } == [rowed])
        #expect(try await search("lake") { $0.category = "flexibility" } == [])
        #expect(try await search("lake") { $0.kind = .open } == [open])
        #expect(try await search("lake") { $0.author = scene.cy } == [other])
        #expect(try await search("sea") { $0.author = scene.cy } == [])
        #expect(try await search("lake") { $0.state = .active } == [rowed, open, other])
        #expect(try await search("lake") { $0.state = .completed } == [])
        // Without a search too.
        for sort in [ListContests.Sort.newest, .popular] {
            for list in [ListContests.Selection.discover, .ongoing, .all] {
                let call = ListContests(list: list, category: "strength", sort: sort)
                #expect(try await scene.contests(call, as: scene.bo) == [open])
            }
        }
    }

    @Test func `what becomes private is found no more, what is renamed by its new words alone`()
        async throws
    {
        let contest = try await scene.compete { $0.visibility = .public }
        #expect(try await search("water") == [contest.id])
        let change = ChangeContest(contest: contest.id, name: "Wine")
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await search("water") == [])
        #expect(try await search("wine") == [contest.id])
        let narrowed = ChangeContest(contest: contest.id, visibility: .private)
        _ = try await scene.ask(narrowed, as: scene.ana)
        for sort in [ListContests.Sort.newest, .popular, .trending] {
            #expect(try await search("wine") { $0.sort = sort } == [])
        }
        #expect(try await search("wine", as: scene.ana) == [contest.id])
    }

    @Test func `whichever release changes a text, the new words are found instead of the old ones`()
        async throws
    {
        let contest = try await store("Lake", caption: "sea", description: "river")
        let changes: [(SQL, String)] = [
            ("UPDATE challenges SET name = 'wine'", "lake"),
            ("UPDATE challenges SET caption = 'wine'", "sea"),
            ("UPDATE challenges SET description = 'wine'", "river"),
        ]
        for (change, word) in changes {
            #expect(try await search(word) == [contest])
            try await scene.database.run(change)
            #expect(try await search(word) == [])
            #expect(try await search("wine") == [contest])
        }
    }

    @Test func `people behind a block find nothing of each other's`() async throws {
        try await store("Lake")
        try await scene.relate(scene.ana, scene.bo, .blocked)
        #expect(try await search("lake") == [])
        #expect(try await search("lake", as: scene.cy).count == 1)
    }

    @Test func `pages show everything once, in order`() async throws {
        var ids: [ChallengeID] = []
        for number in 0..<7 { ids.append(try await store("Lake", number / 2)) }
        let pairs = stride(from: 0, to: 7, by: 2).flatMap { start in
            ids[start..<min(start + 2, 7)].sorted(by: >)
        }
        for limit in [1, 2, 3, 7, 100] {
            #expect(try await search("lake") { $0.limit = limit } == pairs)
            // With the same number of people, by their ids.
            let popular = try await search("lake") {
                $0.limit = limit
                $0.sort = .popular
            }
            #expect(popular == ids.sorted(by: >))
        }
    }

    @Test func `a cursor belongs to its list, its order and its search`() async throws {
        for _ in 0..<2 {
            let id = try await store("Lake sea", owner: scene.bo)
            let people = (0..<3).map { _ in UserID() }
            try await scene.store(
                people.map { user in
                    Act(
                        target: id.uuid,
                        of: .contest,
                        user: user,
                        what: .join,
                        at: scene.clock.now
                    )
                }
            )
        }
        try await scene.computeTrends()
        let calls = [ListContests.Sort.newest, .popular, .trending].flatMap { sort in
            [ListContests.Selection.all, .created].flatMap { list in
                ["lake", "sea", nil].map { q in
                    ListContests(list: list, limit: 1, q: q, sort: sort)
                }
            }
        }
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for (number, call) in calls.enumerated() {
            let cursor = try #require(try await scene.ask(call, as: scene.bo).nextCursor)
            for (otherNumber, other) in calls.enumerated() {
                var other = other
                other.cursor = cursor
                let expected = number == otherNumber ? nil : refusal
                #expect(await scene.fault(other, as: scene.bo) == expected)
            }
        }
    }

    @Test func `a cursor belongs to its filters`() async throws {
        for _ in 0..<2 { try await store("Lake", category: "strength") }
        let calls = [
            ListContests(limit: 1), ListContests(author: scene.ana, limit: 1),
            ListContests(state: .active, limit: 1), ListContests(kind: .competition, limit: 1),
            ListContests(limit: 1, category: "strength"),
        ]
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for (number, call) in calls.enumerated() {
            let cursor = try #require(try await scene.ask(call, as: scene.bo).nextCursor)
            for (otherNumber, other) in calls.enumerated() {
                var other = other
                other.cursor = cursor
                let expected = number == otherNumber ? nil : refusal
                #expect(await scene.fault(other, as: scene.bo) == expected)
            }
        }
    }

    @Test func `an unknown word is refused at its name`() async {
        for (call, error, pointer) in [
            (ListContests(sort: .unknown), ChallengesError.sortUnknown, "/sort"),
            (ListContests(category: "swimming"), .categoryUnknown, "/category"),
            (ListContests(category: ""), .categoryUnknown, "/category"),
            (ListContests(category: "\0"), .categoryUnknown, "/category"),
        ] as [(ListContests, ChallengesError, String)] {
            #expect(await scene.fault(call, as: scene.bo) == Refusal(error, at: pointer).fault)
        }
    }
}
