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

/// The lists of contests (GC-07, GC-18, GC-44, GC-48, FR-13, FR-49, 2.8-contests).
@Suite(.freshDatabase(Challenges.migrations))
struct ListContestsTests {
    private let scene = Scene()

    private func listed(
        _ list: ListContests.Selection? = nil,
        as user: UserID? = nil,
        author: UserID? = nil,
        state: Contest.State? = nil,
        kind: ChallengeKind? = nil,
        limit: Int? = nil
    ) async throws -> [ChallengeID] {
        let call = ListContests(
            list: list,
            author: author,
            state: state,
            kind: kind,
            limit: limit
        )
        return try await scene.contests(call, as: user ?? scene.bo)
    }

    /// A contest that Bo sees for each reason that there is, the newest first.
    private func seen() async throws -> [ContestRecord] {
        let dan = UserID()
        try await scene.know(dan)
        try await scene.relate(dan, scene.bo, .friends)
        let now = scene.clock.now
        let open = try await scene.storeContest(createdAt: now - .seconds(1))
        let friends = try await scene.storeContest(
            visibility: .friends,
            owner: dan,
            createdAt: now - .seconds(2)
        )
        let invited = try await scene.storeContest(
            visibility: .private,
            createdAt: now - .seconds(3)
        )
        let joined = try await scene.storeContest(
            visibility: .link,
            createdAt: now - .seconds(4)
        )
        let own = try await scene.storeContest(
            kind: .open,
            visibility: .private,
            owner: scene.bo,
            createdAt: now - .seconds(5)
        )
        try await scene.storePart(scene.bo, .invited, in: invited)
        try await scene.storePart(scene.bo, .joined, in: joined)
        return [open, friends, invited, joined, own]
    }

    @Test func `each list holds what it is for, once, whatever the size of its pages`()
        async throws
    {
        let contests = try await seen().map(\.id)
        let (open, friends, invited) = (contests[0], contests[1], contests[2])
        let (joined, own) = (contests[3], contests[4])
        for limit in [1, 2, 3, 100] {
            #expect(try await listed(.all, limit: limit) == contests)
            #expect(try await listed(.ongoing, limit: limit) == contests)
            #expect(try await listed(.discover, limit: limit) == [open, friends, invited, own])
            #expect(try await listed(.current, limit: limit) == [joined])
            #expect(try await listed(.invited, limit: limit) == [invited])
            #expect(try await listed(.created, limit: limit) == [own])
        }
        #expect(try await listed() == listed(.discover))
        // Cy is a stranger to all of them.
        #expect(try await listed(.all, as: scene.cy) == [open])
        for list in [ListContests.Selection.current, .invited, .created] {
            #expect(try await listed(list, as: scene.cy) == [])
        }
    }

    @Test func `one that is seen for several reasons is there once`() async throws {
        let now = scene.clock.now
        try await scene.relate(scene.ana, scene.bo, .friends)
        let shared = try await scene.storeContest(createdAt: now - .seconds(1))
        let own = try await scene.storeContest(owner: scene.bo, createdAt: now - .seconds(2))
        for contest in [shared, own] {
            try await scene.storePart(scene.bo, .joined, in: contest)
        }
        for list in [ListContests.Selection.all, .ongoing, .current] {
            #expect(try await listed(list) == [shared.id, own.id], "\(list)")
        }
        #expect(try await listed(.discover) == [])
    }

    @Test func `those made at the same moment are ordered by their ids`() async throws {
        let now = scene.clock.now
        var ids: [ChallengeID] = []
        for _ in 0..<5 { ids.append(try await scene.storeContest(createdAt: now).id) }
        for limit in [1, 2, 5] {
            #expect(try await listed(.all, limit: limit) == ids.sorted(by: >))
        }
    }

    @Test func `a page has 20 contests, or as many as were asked for`() async throws {
        for _ in 0..<21 { try await scene.storeContest() }
        let first = try await scene.ask(ListContests(), as: scene.bo)
        #expect(first.items.count == 20)
        let cursor = try #require(first.nextCursor)
        let last = try await scene.ask(ListContests(limit: 1, cursor: cursor), as: scene.bo)
        #expect(last.items.count == 1 && last.nextCursor == nil)
    }

    @Test func `an item is what the call for one contest shows`() async throws {
        let contest = try await scene.storeContest()
        try await scene.storePart(scene.bo, .joined, in: contest)
        let page = try await scene.ask(ListContests(list: .current), as: scene.bo)
        #expect(page.items == [try await scene.ask(GetContest(contest: contest.id), as: scene.bo)])
    }

    @Test func `states are in the lists that they belong to`() async throws {
        var contests: [ContestLife.State: ChallengeID] = [:]
        for state in ContestLife.State.allCases {
            let contest = try await scene.storeContest(state, owner: scene.bo)
            if state != .draft { try await scene.storePart(scene.bo, .joined, in: contest) }
            contests[state] = contest.id
        }
        func expect(
            _ list: ListContests.Selection,
            _ states: Set<ContestLife.State>
        ) async throws {
            let ids = try await Set(listed(list))
            #expect(ids == Set(states.compactMap { contests[$0] }), "\(list)")
            for state in Contest.State.allCases where state != .unknown {
                let expected = contests.filter {
                    $0.key.rawValue == state.rawValue && states.contains($0.key)
                }
                let found = try await listed(list, state: state)
                #expect(found == Array(expected.values), "\(list), \(state)")
            }
        }
        try await expect(.all, Set(ContestLife.State.allCases))
        try await expect(.created, Set(ContestLife.State.allCases))
        try await expect(.ongoing, [.scheduled, .active])
        try await expect(.current, [.scheduled, .active, .settling])
        try await expect(.discover, [])
    }

    @Test func `in a state that a list does not have nothing is looked for`() {
        for list in ListContests.Selection.allCases where list != .unknown {
            let states = ContestLife.State.allCases.filter { state in
                ContestsPage(
                    viewer: scene.bo,
                    list: list,
                    state: state,
                    now: scene.clock.now,
                    limit: 1
                ).mayHoldAny
            }
            switch list {
            case .discover, .ongoing, .invited: #expect(states == [.scheduled, .active])
            case .current: #expect(states == [.scheduled, .active, .settling])
            case .created, .all, .unknown: #expect(states == ContestLife.State.allCases)
            }
        }
    }

    @Test func `an invitation is listed until it can no longer be followed`() async throws {
        for state in ContestLife.State.allCases where state != .draft {
            let contest = try await scene.storeContest(state, visibility: .private)
            try await scene.storePart(scene.bo, .invited, in: contest)
            let isOpen = state == .scheduled || state == .active
            #expect(try await listed(.invited).contains(contest.id) == isOpen, "\(state)")
            #expect(try await listed(.discover).contains(contest.id) == isOpen, "\(state)")
        }
    }

    @Test func `a contest is filtered by kind`() async throws {
        let now = scene.clock.now
        let open = try await scene.storeContest(kind: .open, createdAt: now - .seconds(1)).id
        let competition = try await scene.storeContest(createdAt: now - .seconds(2)).id
        #expect(try await listed(.all) == [open, competition])
        #expect(try await listed(.all, kind: .open) == [open])
        #expect(try await listed(.all, kind: .competition) == [competition])
    }

    @Test func `contests are filtered by their author, not by their current owner`() async throws {
        let now = scene.clock.now
        let handed = try await scene.storeContest(
            owner: scene.ana,
            author: scene.cy,
            createdAt: now - .seconds(1)
        )
        let made = try await scene.storeContest(
            .completed,
            owner: scene.cy,
            createdAt: now - .seconds(2)
        )
        _ = try await scene.storeContest(visibility: .private, owner: scene.cy)
        let other = try await scene.storeContest(createdAt: now - .seconds(3))
        for limit in [1, 100] {
            #expect(try await listed(.all, author: scene.cy, limit: limit) == [handed.id, made.id])
        }
        #expect(try await listed(.ongoing, author: scene.cy) == [handed.id])
        #expect(try await listed(.discover, author: scene.cy) == [handed.id])
        #expect(try await listed(.all, author: scene.ana) == [other.id])
        #expect(try await listed(.created, author: scene.cy) == [])
        #expect(try await listed(.created, as: scene.cy, author: scene.cy).count == 3)
        try await scene.storePart(scene.bo, .joined, in: handed)
        try await scene.storePart(scene.bo, .joined, in: other)
        #expect(try await listed(.current, author: scene.cy) == [handed.id])
        // Whose name is not shown cannot be asked for either.
        try await scene.relate(scene.bo, scene.cy, .blocked)
        #expect(try await listed(.all).contains(handed.id))
        #expect(try await listed(.all, author: scene.cy) == [])
        #expect(try await listed(.current, author: scene.cy) == [])
    }

    @Test func `what someone made and may no longer see is not among what they created`()
        async throws
    {
        let handed = try await scene.storeContest(
            visibility: .private,
            owner: scene.ana,
            author: scene.bo
        )
        #expect(try await listed(.created) == [])
        try await scene.storePart(scene.bo, .left, in: handed)
        #expect(try await listed(.created) == [handed.id])
    }

    @Test func `an open contest that was completed is not current, a competition is`()
        async throws
    {
        let now = scene.clock.now
        for (kind, isCurrent) in [(ChallengeKind.open, false), (.competition, true)] {
            let contest = try await scene.storeContest(kind: kind)
            try await scene.storePart(scene.bo, .joined, in: contest, completedAt: now)
            #expect(try await listed(.current).contains(contest.id) == isCurrent)
            #expect(try await listed(.ongoing).contains(contest.id))
        }
    }

    @Test func `what is full, late or over cannot be discovered`() async throws {
        let now = scene.clock.now
        let full = try await scene.storeContest { $0.capacity = 2 }
        try await scene.count(2, in: full)
        let late = try await scene.storeContest { $0.locksLate = true }
        let ended = try await scene.storeContest { $0.life.endsAt = now }
        let removed = try await scene.storeContest()
        try await scene.storePart(scene.bo, .removed, in: removed)
        let asked = try await scene.storeContest()
        try await scene.storePart(scene.bo, .requested, in: asked)
        #expect(try await listed(.discover) == [])
        #expect(
            try await Set(listed(.ongoing))
                == [full.id, late.id, ended.id, removed.id, asked.id]
        )
        try await scene.count(1, in: full)
        #expect(try await listed(.discover) == [full.id])
    }

    @Test func `what is full is discovered where one asks to join, which takes no place`()
        async throws
    {
        var contests: [ChallengeID] = []
        for byCode in [nil, true, false] {
            let full = try await scene.storeContest {
                $0.capacity = 2
                $0.needsApproval = true
            }
            try await scene.count(2, in: full)
            contests.append(full.id)
            guard let byCode else { continue }
            try await scene.storePart(scene.bo, .invited, in: full) { $0.isByCode = byCode }
        }
        // A person's invitation lets in at once, for which there is no place.
        #expect(try await Set(listed(.discover)) == Set(contests.prefix(2)))
    }

    @Test func `people behind a block do not find each other's contests`() async throws {
        let contest = try await scene.storeContest()
        let other = try await scene.storeContest(owner: scene.cy)
        try await scene.storePart(scene.ana, .joined, in: other)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        for list in [ListContests.Selection.all, .ongoing, .discover] {
            #expect(try await listed(list) == [other.id])
            #expect(try await listed(list, as: scene.cy).contains(contest.id))
        }
        #expect(try await listed(.all, author: scene.ana) == [])
    }

    @Test func `what becomes private, or is hidden, is gone from every list at once`()
        async throws
    {
        let contest = try await scene.storeContest()
        #expect(try await listed(.all) == [contest.id])
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        for list in ListContests.Selection.allCases where list != .unknown {
            #expect(try await listed(list) == [])
            #expect(try await listed(list, author: scene.ana) == [])
        }
        #expect(try await listed(.all, as: scene.ana) == [contest.id])
        try await scene.database.run(
            "UPDATE contests SET visibility = 'public', hidden_at = \(scene.clock.now)"
        )
        #expect(try await listed(.all) == [])
        #expect(try await listed(.all, as: scene.ana) == [contest.id])
    }

    @Test func `an invalid query is refused`() async {
        for (call, error, pointer) in [
            (ListContests(list: .unknown), ChallengesError.listUnknown, "/list"),
            (ListContests(state: .unknown), .stateUnknown, "/state"),
            (ListContests(kind: .unknown), .kindUnknown, "/kind"),
            (ListContests(kind: .dare), .kindUnknown, "/kind"),
            (ListContests(kind: .workout), .kindUnknown, "/kind"),
            (ListContests(limit: 0), .limitInvalid, "/limit"),
            (ListContests(limit: 101), .limitInvalid, "/limit"),
            (ListContests(cursor: "x"), .cursorInvalid, "/cursor"),
            (ListContests(cursor: ""), .cursorInvalid, "/cursor"),
        ] as [(ListContests, ChallengesError, String)] {
            #expect(await scene.fault(call, as: scene.bo) == Refusal(error, at: pointer).fault)
        }
    }

    @Test func `all that is wrong is told`() async {
        let call = ListContests(
            list: .unknown,
            state: .unknown,
            kind: .dare,
            limit: 0,
            cursor: "x"
        )
        let fault = await scene.fault(call, as: scene.bo)
        #expect(
            fault?.said == [
                "/list challenges.list_unknown", "/kind challenges.kind_unknown",
                "/state challenges.state_unknown", "/limit challenges.limit_invalid",
                "/cursor challenges.cursor_invalid",
            ]
        )
    }

    @Test func `a cursor belongs to one list`() async throws {
        for _ in 0..<2 { try await scene.storeContest(owner: scene.bo) }
        for list in [ListContests.Selection.all, .ongoing, .created] {
            let page = try await scene.ask(ListContests(list: list, limit: 1), as: scene.bo)
            let cursor = try #require(page.nextCursor)
            for other in ListContests.Selection.allCases where other != .unknown {
                let call = ListContests(list: other, limit: 1, cursor: cursor)
                let fault = await scene.fault(call, as: scene.bo)
                let refused = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
                #expect(fault == (other == list ? nil : refused), "\(list) in \(other)")
            }
        }
    }

    @Test func `contests with the longest texts are listed`() async throws {
        let text = String(repeating: "𝒳", count: 2_000)
        var contests: [ContestRecord] = []
        for number in 0..<100 {
            contests.append(
                .seen(
                    owner: scene.ana,
                    createdAt: scene.clock.now - .seconds(number),
                    at: scene.clock.now
                ) {
                    $0.challenge = ChallengeRecord(
                        id: $0.id,
                        kind: .competition,
                        name: String(text.prefix(80)),
                        description: text,
                        author: scene.ana,
                        proof: .none,
                        deadline: nil,
                        createdAt: $0.life.createdAt,
                        snapshot: Snapshot(
                            caption: String(text.prefix(200)),
                            unit: String(text.prefix(40))
                        )
                    )
                }
            )
        }
        try await scene.know(scene.ana)
        try await scene.database.store(contests: contests)
        let page = try await scene.ask(ListContests(limit: 100), as: scene.bo)
        #expect((50..<100).contains(page.items.count))
        #expect(try await listed(limit: 100) == contests.map(\.id))
    }
}
