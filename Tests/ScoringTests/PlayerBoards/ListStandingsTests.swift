import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// The public board (2.7-listed).
@Suite(.freshDatabase(Scoring.migrations)) struct ListStandingsTests {
    // A Wednesday in the middle of a month.
    private let now = Instant(microseconds: 1_773_835_200_000_000)
    private let people = (0..<6).map { _ in UserID() }.sorted()

    private var fixture: Fixture { Fixture(now: { [now] in now }) }

    /// People who are listed, each paid so many times at a moment, and one more who is not.
    private func people(
        _ fixture: Fixture,
        paid: [Int],
        at moment: Instant
    ) async throws -> UserID {
        for (user, count) in zip(people, paid) {
            try await fixture.list(user)
            for _ in 0..<count { try await fixture.pay(user, at: moment) }
        }
        let other = UserID()
        try await fixture.list(other, false)
        for _ in 0..<9 { try await fixture.pay(other, at: moment) }
        return other
    }

    @Test(arguments: [ScoreSpan.all, .month, .week])
    func `those who are listed are ranked among themselves, without points too`(
        span: ScoreSpan
    ) async throws {
        let fixture = fixture
        let other = try await people(fixture, paid: [1, 3, 0, 1, 2, 0], at: now)
        for _ in 0..<2 {
            for viewer in [people[0], other, UserID()] {
                let board = try await fixture.listed(span, as: viewer)
                #expect(board.items.map(\.rank) == [1, 2, 3, 3, 5, 5])
                #expect(board.items.map(\.points) == [300, 200, 100, 100, 0, 0])
                #expect(board.items.map(\.user.id) == [1, 4, 0, 3, 2, 5].map { people[$0] })
                #expect(board.items.filter(\.isMe).map(\.user.id) == people.filter { $0 == viewer })
                #expect(board.nextCursor == nil)
            }
            for limit in 1...6 {
                let whole = try await fixture.wholeListed(span, limit: limit)
                #expect(try await fixture.listed(span).items == whole)
            }
            #expect(try await Database.fresh.mislisted() == 0)
            try await Database.fresh.fold()
        }
    }

    @Test func `a month and a week hold what was earned in them, and no more`() async throws {
        let fixture = fixture
        let (monday, first) = (Window(.week, at: now).start, Window(.month, at: now).start)
        let moments = [now, monday, monday - .seconds(1), first, first - .seconds(1)]
        for (user, moment) in zip(people, moments) {
            try await fixture.list(user)
            try await fixture.pay(user, at: moment)
        }
        func points(_ span: ScoreSpan) async throws -> [UserID: Int] {
            let items = try await fixture.listed(span).items
            return Dictionary(uniqueKeysWithValues: items.map { ($0.user.id, $0.points) })
        }
        let week = try await points(.week)
        #expect(moments.indices.map { week[people[$0]] } == [100, 100, 0, 0, 0])
        let month = try await points(.month)
        #expect(moments.indices.map { month[people[$0]] } == [100, 100, 100, 100, 0])
        #expect(Set(try await points(.all).values) == [100])
        #expect(try await fixture.listed(.week).items.map(\.rank) == [1, 1, 3, 3, 3])
        #expect(try await Database.fresh.miscounted() == 0)
    }

    @Test func `a reversal takes the points from the month and week of what it reverses`()
        async throws
    {
        let fixture = fixture
        let (ana, bo) = (people[0], people[1])
        for user in [ana, bo] { try await fixture.list(user) }
        let old = try await fixture.pay(ana, at: now - .days(40))
        let early = try await fixture.pay(ana, at: now - .hours(2))
        let late = try await fixture.pay(ana, at: now)
        try await fixture.pay(bo, at: now - .hours(1))
        try await fixture.pay(bo, at: now - .hours(1))
        // What is left is older than what Bo has.
        try await fixture.void(late)
        try await fixture.pay(ana, at: now - .hours(3))
        #expect(try await fixture.listed(.week).items.map(\.user.id) == [ana, bo])
        #expect(try await fixture.listed(.week).items.map(\.points) == [200, 200])
        try await fixture.void(old)
        #expect(try await fixture.listed(.week).items.map(\.points) == [200, 200])
        #expect(try await fixture.listed(.all).items.map(\.points) == [200, 200])
        try await fixture.void(early)
        #expect(try await fixture.listed(.month).items.map(\.points) == [200, 100])
        #expect(try await Database.fresh.miscounted() == 0)
        #expect(try await Database.fresh.mislisted() == 0)
    }

    @Test(arguments: [ScoreSpan.all, .month, .week])
    func `who stops to be listed, or is not active, leaves the board, and comes back`(
        span: ScoreSpan
    ) async throws {
        let fixture = fixture
        _ = try await people(fixture, paid: [4, 3, 2, 1], at: now)
        let changes: [(Bool, AccountStanding, Bool)] = [
            (false, .active, false), (true, .active, true), (true, .hidden, false),
            (true, .suspended, false), (true, .active, true), (true, .deleted, false),
        ]
        for (step, (isListed, standing, isShown)) in changes.enumerated() {
            for user in [people[1], people[3]] {
                try await fixture.list(user, isListed, as: standing, version: Int64(3 + step))
            }
            let board = try await fixture.listed(span).items
            let shown = isShown ? [0, 1, 2, 3] : [0, 2]
            #expect(board.map(\.user.id) == shown.map { people[$0] })
            #expect(board.map(\.rank) == shown.indices.map { $0 + 1 })
            #expect(try await Database.fresh.mislisted() == 0)
            if step.isMultiple(of: 2) { try await Database.fresh.fold() }
        }
        // What is earned meanwhile counts on coming back.
        try await fixture.pay(people[3], at: now)
        try await fixture.list(people[3], version: 20)
        #expect(try await fixture.listed(span).items.map(\.points) == [400, 200, 200])
        #expect(try await Database.fresh.mislisted() == 0)
    }

    @Test func `who is paid before they are known, and listed, has their points`() async throws {
        let fixture = fixture
        try await fixture.pay(people[0], at: now)
        try await fixture.list(people[0])
        for span in [ScoreSpan.all, .month, .week] {
            #expect(try await fixture.listed(span).items.map(\.points) == [100])
        }
    }

    @Test(arguments: [ScoreSpan.all, .week])
    func `who is blocked with the viewer is a placeholder, and no cursor names them`(
        span: ScoreSpan
    ) async throws {
        let fixture = fixture
        _ = try await people(fixture, paid: [5, 4, 3, 2, 0, 0], at: now)
        let viewer = people[0]
        let hidden = [1, 2, 4].map { people[$0] }
        for user in hidden { try await fixture.relate(viewer, user, .blocked) }
        let whole = try await fixture.listed(span, as: viewer).items
        #expect(whole.map(\.rank) == [1, 2, 3, 4, 5, 5])
        #expect(whole.count { $0.user == .hidden } == 3)
        for limit in 1...5 {
            var cursor: String?
            var items: [Standing] = []
            repeat {
                let page = try await fixture.listed(span, as: viewer, limit: limit, cursor: cursor)
                items += page.items
                cursor = page.nextCursor
                let bytes = try #require(cursor.map { Base64URL.decode($0) } ?? [])
                let text = String(decoding: bytes, as: UTF8.self)
                for user in hidden { #expect(!text.contains("\(user)")) }
            } while cursor != nil
            #expect(items == whole)
        }
        let seen = try await fixture.listed(span, as: people[3]).items
        #expect(seen.map(\.user.id) == people)
    }

    @Test func `many people, paid and voided while they come and go, are ranked as by hand`()
        async throws
    {
        let fixture = fixture
        let users = (0..<20).map { _ in UserID() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<3 {
                group.addTask {
                    var dice = Dice(seed: UInt64(seed))
                    for _ in 0..<20 {
                        let user = users[Int.random(in: 0..<users.count, using: &dice)]
                        let back = Duration.hours(Int.random(in: 0..<1_500, using: &dice))
                        let paid = try await fixture.pay(user, at: now - back)
                        if Bool.random(using: &dice) { try await fixture.void(paid) }
                    }
                }
            }
            group.addTask {
                var dice = Dice(seed: 9)
                for version in 3..<33 {
                    let user = users[Int.random(in: 0..<users.count, using: &dice)]
                    let standing = Bool.random(using: &dice) ? AccountStanding.active : .hidden
                    let isListed = Int.random(in: 0..<4, using: &dice) > 0
                    try await fixture.list(user, isListed, as: standing, version: Int64(version))
                    #expect(try await Database.fresh.mislisted() == 0)
                }
            }
            group.addTask { for limit in 1...20 { try await Database.fresh.fold(limit) } }
            try await group.waitForAll()
        }
        #expect(try await Database.fresh.miscounted() == 0)
        for _ in 0..<2 {
            #expect(try await Database.fresh.mislisted() == 0)
            #expect(try await Database.fresh.misplaced() == 0)
            for span in [ScoreSpan.all, .month, .week] {
                let board = try await fixture.wholeListed(span, limit: 3)
                for row in board {
                    #expect(row.rank == 1 + board.count { $0.points > row.points })
                }
            }
            while try await Database.fresh.fold() > 0 {}
        }
    }

    @Test func `a page holds 1 to 100`() async throws {
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                try await fixture.listed(limit: limit)
            }
        }
    }

    @Test func `an unknown span is refused, and a cursor of another`() async throws {
        let fixture = fixture
        _ = try await people(fixture, paid: [1, 2], at: now)
        await #expect(throws: Refusal(ScoringError.spanUnknown, at: "/span").fault) {
            try await fixture.listed(.unknown)
        }
        let cursor = try #require(try await fixture.listed(.week, limit: 1).nextCursor)
        for span in [nil, .all, .month] as [ScoreSpan?] {
            await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
                try await fixture.listed(span, cursor: cursor)
            }
        }
        #expect(try await fixture.listed(.week, cursor: cursor).items.map(\.rank) == [2])
    }

    @Test func `a board without people has an empty page`() async throws {
        for span in [ScoreSpan.all, .month, .week] {
            let page = try await fixture.listed(span)
            #expect(page.items.isEmpty && page.nextCursor == nil)
        }
    }

    @Test func `an anonymous caller is refused`() async {
        await #expect(throws: WireError.signInNeeded.fault) {
            _ = try await Fixture().scoring.call(
                ListStandings(),
                in: CallContext(peer: .gateway)
            )
        }
    }
}
