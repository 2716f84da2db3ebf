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

/// A page ends where no more was looked at, and the next goes on from there (2.14-lists).
@Suite(.freshDatabase(Challenges.migrations))
struct ListLooksTests {
    private let scene = Scene()
    private var now: Instant { scene.clock.now }

    /// Stores contests, the newest first, a second apart.
    @discardableResult
    private func store(
        _ count: Int,
        from start: Int = 0,
        visibility: ContestVisibility = .public,
        owner: UserID? = nil
    ) async throws -> [ContestRecord] {
        try await scene.knowAll()
        let contests = (0..<count).map { number in
            ContestRecord.seen(
                visibility: visibility,
                owner: owner ?? scene.ana,
                createdAt: now - .days(3) - .seconds(start + number),
                at: now
            )
        }
        try await Database.fresh.store(contests: contests)
        return contests
    }

    private func page(
        _ list: ListContests.Selection = .all,
        q: String? = nil,
        sort: ListContests.Sort = .newest,
        cursor: String? = nil
    ) async throws -> Page<Contest> {
        let call = ListContests(list: list, cursor: cursor, q: q, sort: sort)
        return try await scene.ask(call, as: scene.bo)
    }

    @Test(arguments: [ListContests.Sort.newest, .popular], [nil, "water"] as [String?])
    func `a page examines a limited number of contests that the viewer does not see`(
        sort: ListContests.Sort,
        q: String?
    ) async throws {
        // Those of the block come first in both orders.
        let seen = try await scene.storeContest(owner: scene.cy, createdAt: now - .days(9)).id
        let hidden = try await store(Looks.max - 1)
        try await scene.database.run(
            "UPDATE contest_counts SET joins = 1, joined = 1 WHERE challenge <> \(seen)"
        )
        try await scene.relate(scene.ana, scene.bo, .blocked)
        for list in [ListContests.Selection.all, .discover, .ongoing] {
            let first = try await page(list, q: q, sort: sort)
            #expect(first.items.map(\.id) == [seen])
        }
        // One more than is looked at, unless few have the words.
        try await store(1, from: Looks.max)
        try await scene.database.run(
            "UPDATE contest_counts SET joins = 1, joined = 1 WHERE challenge <> \(seen)"
        )
        #expect(hidden.count == Looks.max - 1)
        for list in [ListContests.Selection.all, .discover, .ongoing] {
            let first = try await page(list, q: q, sort: sort)
            #expect(first.items == [])
            let cursor = try #require(first.nextCursor)
            let second = try await page(list, q: q, sort: sort, cursor: cursor)
            #expect(second.items.map(\.id) == [seen])
            #expect(second.nextCursor == nil)
        }
    }

    @Test func `few matches of a word are found wherever they are in the list`() async throws {
        try await store(Looks.max + 10)
        let rare = try await scene.storeContest(owner: scene.cy, createdAt: now - .days(9)).id
        try await scene.database.run(
            "UPDATE challenges SET name = 'Lighthouse' WHERE id = \(rare)"
        )
        for sort in [ListContests.Sort.newest, .popular] {
            let found = try await page(q: "lighthouse", sort: sort)
            #expect(found.items.map(\.id) == [rare])
            #expect(found.nextCursor == nil)
        }
        let all = try await scene.contests(ListContests(limit: 100, q: "water"), as: scene.bo)
        #expect(all.count == Looks.max + 10)
    }

    @Test func `pages have everything once, in order, however it is divided`() async throws {
        var all: [ContestRecord] = try await store(150)
        // Friends who show much and little.
        for (number, count) in [120, 3, 260, 1, 40].enumerated() {
            let friend = UserID()
            try await scene.relate(friend, scene.bo, .friends)
            all += try await store(count, from: 20 * number, visibility: .friends, owner: friend)
        }
        for (number, state) in [Participant.State.joined, .left, .invited, .requested].enumerated()
        {
            let parts = try await store(220, from: 7 * number, visibility: .private)
            try await Database.fresh.store(
                participants: parts.map { .seen(scene.bo, state, of: $0, at: now) }
            )
            all += parts
        }
        all += try await store(90, from: 45, visibility: .private, owner: scene.bo)
        // Of strangers' nothing is seen.
        try await store(40, visibility: .private)
        try await store(40, visibility: .friends)
        let expected = all.sorted {
            ($0.life.createdAt, $0.id) > ($1.life.createdAt, $1.id)
        }.map(\.id)
        for limit in [7, 20, 100] {
            let listed = try await scene.contests(
                ListContests(list: .all, limit: limit),
                as: scene.bo
            )
            #expect(listed == expected)
        }
        let found = try await scene.contests(ListContests(limit: 100, q: "water"), as: scene.bo)
        #expect(found == expected)
    }

    @Test func `a profile skips contests that the viewer does not see`()
        async throws
    {
        let seen = try await scene.storeContest(createdAt: now - .days(9))
        var parts = [ParticipantRecord.seen(scene.cy, .joined, of: seen, at: now)]
        parts[0].joinedAt = now - .days(2)
        let hidden = try await store(Looks.max, visibility: .private)
        parts += hidden.map { .seen(scene.cy, .joined, of: $0, at: now) }
        try await Database.fresh.store(participants: parts)
        let list = ListProfileChallenges(user: scene.cy, list: .joined)
        let first = try await scene.ask(list, as: scene.bo)
        #expect(first.items == [])
        let cursor = try #require(first.nextCursor)
        let next = ListProfileChallenges(user: scene.cy, list: .joined, cursor: cursor)
        let second = try await scene.ask(next, as: scene.bo)
        #expect(second.items.compactMap(\.contest?.id) == [seen.id])
        #expect(second.nextCursor == nil)
        // What they made themselves is not passed over: nothing of it is looked at.
        let made = ListProfileChallenges(user: scene.ana, list: .created)
        let created = try await scene.ask(made, as: scene.bo)
        #expect(created.items.compactMap(\.contest?.id) == [seen.id])
        #expect(created.nextCursor == nil)
    }

    @Test func `wishes that the user no longer sees are skipped`() async throws {
        let hidden = try await store(Looks.max, visibility: .private)
        let seen = try await scene.storeContest().id
        try await scene.database.run(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            SELECT id, \(scene.bo), 'contest', \(now)
            FROM unnest(\(hidden.map(\.id))) AS id
            UNION ALL SELECT \(seen), \(scene.bo), 'contest', \(now) - interval '1 hour'
            """
        )
        let first = try await scene.ask(ListWishes(), as: scene.bo)
        #expect(first.items == [])
        let cursor = try #require(first.nextCursor)
        let second = try await scene.ask(ListWishes(cursor: cursor), as: scene.bo)
        #expect(second.items.compactMap(\.contest?.id) == [seen])
        #expect(second.nextCursor == nil)
    }

    @Test func `likes of people behind a block are passed over`() async throws {
        let contest = try await scene.storeContest()
        let people = (0..<Looks.max).map { _ in UserID() }
        try await scene.database.run(
            """
            INSERT INTO people (id, username, first_name, last_name, version, standing)
            SELECT id, 'u' || id, 'First', 'Last', 1, 'hidden' FROM unnest(\(people)) AS id
            """
        )
        try await scene.database.run(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            SELECT \(contest.id), id, 'contest', \(now) FROM unnest(\(people)) AS id
            UNION ALL SELECT \(contest.id), \(scene.cy), 'contest', \(now) - interval '1 hour'
            """
        )
        let first = try await scene.ask(ListLikes(contest: contest.id), as: scene.bo)
        #expect(first.items == [])
        let cursor = try #require(first.nextCursor)
        let next = ListLikes(contest: contest.id, cursor: cursor)
        let second = try await scene.ask(next, as: scene.bo)
        #expect(second.items.map(\.user.id) == [scene.cy])
        #expect(second.nextCursor == nil)
    }

    @Test(arguments: [Participant.State.joined, .invited])
    func `people who are not shown are passed over`(state: Participant.State) async throws {
        let contest = try await scene.storeContest()
        let hidden = (0..<Looks.max).map { _ in UserID() }.sorted()
        let last = UserID(.highest)
        try await scene.database.run(
            """
            INSERT INTO people (id, username, first_name, last_name, version, standing)
            SELECT id, 'u' || id, 'First', 'Last', 1, 'hidden' FROM unnest(\(hidden)) AS id
            """
        )
        try await scene.know(last)
        let parts = (hidden + [last]).map {
            ParticipantRecord.seen($0, state, of: contest, at: now)
        }
        try await Database.fresh.store(participants: parts)
        var call = ListParticipants(contest: contest.id, state: state)
        let first = try await scene.ask(call, as: scene.ana)
        #expect(first.items == [])
        #expect(first.nextCursor != nil)
        call.cursor = first.nextCursor
        let second = try await scene.ask(call, as: scene.ana)
        #expect(second.items.map(\.user.id) == [last])
        #expect(second.nextCursor == nil)
        // One fewer leaves room to look at the last one.
        try await scene.database.run(
            "UPDATE people SET standing = 'active' WHERE id = \(hidden[Looks.max - 1])"
        )
        let third = try await scene.ask(call, as: scene.ana)
        #expect(third.items.map(\.user.id) == [last])
        call.cursor = nil
        let fourth = try await scene.ask(call, as: scene.ana)
        #expect(fourth.items.map(\.user.id) == [hidden[Looks.max - 1]])
        #expect(fourth.nextCursor == first.nextCursor)
    }

    @Test(
        arguments: [
            (ListAssignments.Sort.sent, AssignmentLife.State.accepted, AssignmentLife.State.sent),
            (.deadline, .accepted, .sent), (.closed, .denied, .withdrawn),
        ],
        [ListAssignments.Role.sender, .recipient]
    )
    func `assignments of another state are passed over`(
        list: (
            sort: ListAssignments.Sort, state: AssignmentLife.State, other: AssignmentLife.State
        ),
        role: ListAssignments.Role
    ) async throws {
        // Last in each order.
        let sought = try await scene.make(list.state, deadline: now + .days(9))
        scene.clock.advance(by: .hours(1))
        let other = try await scene.make(list.other, deadline: now + .days(2))
        try await copy(other, Looks.max - 2)
        var call = ListAssignments(
            role: role,
            state: Assignment.State(rawValue: list.state.rawValue),
            sort: list.sort
        )
        let asker = role == .sender ? scene.ana : scene.bo
        let whole = try await scene.ask(call, as: asker)
        #expect(whole.items.map(\.id) == [sought])
        try await copy(other, 1)
        let first = try await scene.ask(call, as: asker)
        #expect(first.items == [])
        #expect(first.nextCursor != nil)
        call.cursor = first.nextCursor
        let second = try await scene.ask(call, as: asker)
        #expect(second.items.map(\.id) == [sought])
        #expect(second.nextCursor == nil)
    }

    /// Stores copies of an assignment, sent and ended later.
    private func copy(_ assignment: AssignmentID, _ count: Int) async throws {
        try await scene.database.run(
            """
            WITH copies AS (
                SELECT gen_random_uuid() AS id, n * interval '1 second' AS later
                FROM generate_series(1, \(count)) AS n
            ), copied AS (
                INSERT INTO challenges
                SELECT (jsonb_populate_record(challenges, jsonb_build_object('id', copies.id))).*
                FROM challenges CROSS JOIN copies WHERE challenges.id = (
                    SELECT challenge FROM assignments WHERE id = \(assignment))
            )
            INSERT INTO assignments
            SELECT (jsonb_populate_record(assignments, jsonb_build_object(
                'id', copies.id, 'challenge', copies.id, 'sent_at', sent_at + copies.later,
                'closed_at', closed_at + copies.later))).*
            FROM assignments CROSS JOIN copies WHERE assignments.id = \(assignment)
            """
        )
    }

    @Test func `what is read further of long parts is as much as is looked at`() {
        #expect(Looks.longPartsMax * Looks.longPartMax == Looks.max)
    }
}
