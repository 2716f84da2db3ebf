import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares

/// What a user is to do (SF-22, FR-33, 2.8-home).
@Suite(.freshDatabase(Challenges.migrations))
struct GetHomeTests {
    /// A user's home, read page by page.
    private func home(
        of user: UserID,
        _ scene: Scene,
        limit: Int? = nil
    ) async throws -> [HomeItem] {
        var items: [HomeItem] = []
        var call = GetHome(limit: limit)
        repeat {
            let page = try await scene.ask(call, as: user)
            items += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return items
    }

    @Test func `what is open is there by its deadline, and last what has none`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let endless = try await [scene.store(.submitted), scene.store(.sent)].sorted()
        let late = try await scene.store(.sent, deadline: now + .days(9))
        let twins = try await [
            scene.store(.accepted, deadline: now + .days(2)),
            scene.store(.started, deadline: now + .days(2)),
        ].sorted()
        let missed = try await scene.store(.missed, deadline: now - .days(6))
        for limit in [1, 2, 3, 6, 100] {
            let items = try await home(of: scene.bo, scene, limit: limit)
            #expect(items.map(\.assignment?.id) == [missed] + twins + [late] + endless)
            #expect(
                items.map(\.dueAt) == [
                    now - .days(6), now + .days(2), now + .days(2), now + .days(9), nil, nil,
                ]
            )
        }
    }

    @Test func `a page has 20 items, or as many as were asked for`() async throws {
        let scene = Scene()
        for _ in 0..<21 { try await scene.store(.sent) }
        let first = try await scene.ask(GetHome(), as: scene.bo)
        #expect(first.items.count == 20)
        let cursor: String = try #require(first.nextCursor)
        let rest = GetHome(limit: 1, cursor: cursor)
        let last = try await scene.ask(rest, as: scene.bo)
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
    }

    @Test func `what is over is not there, and what a user sent is not theirs to do`() async throws
    {
        let scene = Scene()
        let now = scene.clock.now
        for state in AssignmentLife.State.allCases where !state.isOpen && state != .missed {
            try await scene.store(state, deadline: now + .days(1))
        }
        let open = try await scene.store(.sent)
        #expect(try await home(of: scene.bo, scene).map(\.assignment?.id) == [open])
        #expect(try await home(of: scene.ana, scene).isEmpty)
        #expect(try await home(of: scene.cy, scene).isEmpty)
    }

    @Test func `a missed workout stays for seven days after its deadline`() async throws {
        let scene = Scene()
        let end = scene.clock.now
        let id = try await scene.store(.missed, deadline: end, closedAt: end)
        scene.clock.advance(by: .days(7) - .microseconds(1))
        #expect(try await home(of: scene.bo, scene).map(\.assignment?.id) == [id])
        scene.clock.advance(by: .microseconds(1))
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    @Test func `an item is what the list of assignments shows`() async throws {
        let scene = Scene()
        let soon = scene.clock.now + .days(1)
        let id = try await scene.make(.submitted, deadline: soon)
        let items = try await home(of: scene.bo, scene)
        #expect(items == [HomeItem(dueAt: soon, assignment: try await scene.get(id))])
        #expect(items.first?.assignment?.attempts.count == 1)
    }

    @Test func `what ends leaves the home at once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.sent)
        #expect(try await home(of: scene.bo, scene).map(\.assignment?.id) == [id])
        _ = try await scene.ask(DenyAssignment(assignment: id), as: scene.bo)
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    @Test func `a block empties it of what the two had open`() async throws {
        let scene = Scene()
        _ = try await scene.make(.accepted)
        let pair = Pair(scene.ana, scene.bo)
        _ = try await scene.tell(
            RelationChanged(one: pair.one, other: pair.other, relation: .blocked, version: 2)
        )
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    /// What an item is of: an assignment or a contest.
    private func id(of item: HomeItem) -> String? {
        item.assignment.map { "\($0.id)" } ?? item.contest.map { "\($0.id)" }
    }

    @Test func `contests that a user is in are there by their end, among the assignments`()
        async throws
    {
        let scene = Scene()
        let now = scene.clock.now
        func join(_ endsAt: Instant?, _ state: ContestLife.State = .active) async throws -> String {
            let contest = try await scene.storeContest(state, kind: .open, visibility: .private) {
                $0.life.endsAt = endsAt
            }
            try await scene.storePart(scene.bo, .joined, in: contest)
            return "\(contest.id)"
        }
        func receive(_ deadline: Instant?) async throws -> String {
            let id = try await scene.store(.accepted, deadline: deadline)
            return "\(id)"
        }
        let settling = try await join(now - .hours(1), .settling)
        let first = try await receive(now + .days(1))
        // At the same time, assignments come first, and then each kind by its ids.
        let twins = try await [receive(now + .days(2)), receive(now + .days(2))].sorted()
        let others = try await [join(now + .days(2)), join(now + .days(2))].sorted()
        let late = try await join(now + .days(9))
        let last = try await receive(now + .days(10))
        let endless = try await receive(nil)
        let endlessContests = try await [join(nil), join(nil), join(nil)].sorted()
        let expected =
            [settling, first] + twins + others + [late, last, endless] + endlessContests
        for limit in 1...13 {
            let items = try await home(of: scene.bo, scene, limit: limit)
            #expect(items.compactMap(id) == expected, "\(limit) a page")
            #expect(items.allSatisfy { ($0.assignment == nil) == ($0.contest != nil) })
            #expect(
                items.map(\.dueAt) == [
                    now - .hours(1), now + .days(1), now + .days(2), now + .days(2),
                    now + .days(2), now + .days(2), now + .days(9), now + .days(10), nil, nil,
                    nil, nil,
                ]
            )
        }
        #expect(try await home(of: scene.cy, scene).isEmpty)
    }

    @Test func `a contest is there until it is over while the user is in it`() async throws {
        let scene = Scene()
        var expected: Set<ChallengeID> = []
        for state in ContestLife.State.allCases where state != .draft {
            let contest = try await scene.storeContest(state)
            try await scene.storePart(scene.bo, .joined, in: contest)
            if !state.isOver { expected.insert(contest.id) }
        }
        for part in Participant.State.allCases
        where ![.joined, .invited, .unknown].contains(part) {
            let contest = try await scene.storeContest()
            try await scene.storePart(scene.bo, part, in: contest)
        }
        let hidden = try await scene.storeContest(isHidden: true)
        try await scene.storePart(scene.bo, .joined, in: hidden)
        // Who owns one without playing has nothing to do in it.
        try await scene.storeContest(owner: scene.bo)
        let found = try await home(of: scene.bo, scene).map(\.contest?.id)
        #expect(found.count == expected.count && Set(found) == expected)
    }

    @Test func `invitations come last, by the ends of their contests`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        func store(_ endsAt: Instant?, _ part: Participant.State) async throws -> String {
            let contest = try await scene.storeContest(kind: .open, visibility: .private) {
                $0.life.endsAt = endsAt
            }
            try await scene.storePart(scene.bo, part, in: contest)
            return "\(contest.id)"
        }
        let soon = try await store(now + .hours(1), .invited)
        let endless = try await [store(nil, .invited), store(nil, .invited)].sorted()
        let twins = try await [store(now + .days(1), .invited), store(now + .days(1), .invited)]
        let joined = try await store(nil, .joined)
        let assignment = "\(try await scene.store(.accepted))"
        let expected = [assignment, joined, soon] + twins.sorted() + endless
        for limit in 1...8 {
            let items = try await home(of: scene.bo, scene, limit: limit)
            #expect(items.compactMap(id) == expected, "\(limit) a page")
            #expect(items.dropFirst(2).allSatisfy { $0.contest?.me?.state == .invited })
            #expect(items[2].dueAt == now + .hours(1))
        }
    }

    @Test func `an invitation is there while its contest takes people, and is seen`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        var expected: Set<ChallengeID> = []
        func invite(_ contest: ContestRecord, isThere: Bool) async throws {
            try await scene.storePart(scene.bo, .invited, in: contest)
            if isThere { expected.insert(contest.id) }
        }
        for state in ContestLife.State.allCases {
            for locksLate in [false, true] {
                let contest = try await scene.storeContest(state) { $0.locksLate = locksLate }
                let isThere = state == .scheduled || state == .active && !locksLate
                try await invite(contest, isThere: isThere)
            }
        }
        for (left, isThere) in [(Duration.microseconds(1), true), (.microseconds(0), false)] {
            let contest = try await scene.storeContest { $0.life.endsAt = now + left }
            try await invite(contest, isThere: isThere)
        }
        try await invite(scene.storeContest(isHidden: true), isThere: false)
        let found = try await home(of: scene.bo, scene).map(\.contest?.id)
        #expect(found.count == expected.count && Set(found) == expected)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        #expect(try await home(of: scene.bo, scene).isEmpty)
    }

    @Test func `an open contest that was completed is no longer there, a competition is`()
        async throws
    {
        let scene = Scene()
        let now = scene.clock.now
        let open = try await scene.storeContest(kind: .open)
        try await scene.storePart(scene.bo, .joined, in: open, completedAt: now)
        let competition = try await scene.storeContest()
        try await scene.storePart(scene.bo, .joined, in: competition, completedAt: now)
        #expect(try await home(of: scene.bo, scene).map(\.contest?.id) == [competition.id])
    }

    @Test func `a contest at home is what the call for it shows`() async throws {
        let scene = Scene()
        let contest = try await scene.storeContest()
        try await scene.storePart(scene.bo, .joined, in: contest)
        let shown = try await scene.ask(GetContest(contest: contest.id), as: scene.bo)
        let items = try await home(of: scene.bo, scene)
        #expect(items == [HomeItem(dueAt: contest.life.endsAt, contest: shown)])
    }

    /// The previous release knows assignments alone, by cursors of their own.
    @Test func `a cursor of the previous release goes on with what follows`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let first = try await scene.store(.accepted, deadline: now + .days(1))
        let contest = try await scene.storeContest { $0.life.endsAt = now + .days(1) }
        try await scene.storePart(scene.bo, .joined, in: contest)
        let last = try await scene.store(.accepted, deadline: now + .days(2))
        let earlier = PageCursor<Instant, AssignmentID>("home")
        let cursor = earlier.text(now + .days(1), first)
        let page = try await scene.ask(GetHome(cursor: cursor), as: scene.bo)
        #expect(page.items.compactMap(id) == ["\(contest.id)", "\(last)"])
        // And it reads those of a page that ends with an assignment.
        let own = try await scene.ask(GetHome(limit: 1), as: scene.bo)
        #expect(own.nextCursor == cursor)
    }

    @Test func `the longest texts of contests and assignments are shown on several pages`()
        async throws
    {
        let scene = Scene()
        let text = String(repeating: "𝒳", count: 2_000)
        var contests: [ContestRecord] = []
        for _ in 0..<100 {
            contests.append(
                .seen(owner: scene.ana, at: scene.clock.now) {
                    $0.challenge = ChallengeRecord(
                        id: $0.id,
                        kind: .competition,
                        name: String(text.prefix(80)),
                        description: text,
                        author: scene.ana,
                        proof: .none,
                        deadline: nil,
                        createdAt: $0.life.createdAt
                    )
                }
            )
        }
        for user in [scene.ana, scene.bo] { try await scene.know(user) }
        try await scene.database.store(contests: contests)
        try await scene.database.store(
            participants: contests.map { .seen(scene.bo, .joined, of: $0, at: scene.clock.now) }
        )
        let page = try await scene.ask(GetHome(limit: 100), as: scene.bo)
        #expect((50..<100).contains(page.items.count))
        let all = try await home(of: scene.bo, scene, limit: 100)
        #expect(Set(all.map(\.contest?.id)) == Set(contests.map(\.id)) && all.count == 100)
    }

    private static func cursor(of list: String, at microseconds: Int64) -> String {
        let cursors = PageCursor<Instant, ChallengeID>(list)
        return cursors.text(Instant(microseconds: microseconds), ChallengeID())
    }

    @Test func `an invalid query is refused`() async {
        let scene = Scene()
        let cursor = Self.cursor(of:at:)
        for (call, error, pointer) in [
            (GetHome(limit: 0), ChallengesError.limitInvalid, "/limit"),
            (GetHome(limit: 101), .limitInvalid, "/limit"),
            (GetHome(cursor: "x"), .cursorInvalid, "/cursor"),
            (GetHome(cursor: ""), .cursorInvalid, "/cursor"),
            (GetHome(cursor: cursor("home.contest", -1)), .cursorInvalid, "/cursor"),
            (GetHome(cursor: cursor("home.invitation", -1)), .cursorInvalid, "/cursor"),
            (GetHome(cursor: cursor("contests.all.newest", 1)), .cursorInvalid, "/cursor"),
        ] as [(GetHome, ChallengesError, String)] {
            #expect(await scene.fault(call, as: scene.bo) == Refusal(error, at: pointer).fault)
        }
    }
}
