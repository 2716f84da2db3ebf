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
@testable import Contests

/// The contests of one person (GC-19, GC-31, GC-32, GC-33, GC-47, 2.8-profile-lists).
@Suite(.freshDatabase(Challenges.migrations))
struct ListProfileChallengesTests {
    private typealias Selection = ListProfileChallenges.Selection

    private let scene = Scene()
    private static let lists = Selection.allCases.filter { $0 != .unknown }

    /// Bo's contests on all pages, Bo's own view unless it is another's.
    private func listed(
        _ list: Selection?,
        of user: UserID? = nil,
        as viewer: UserID? = nil,
        limit: Int? = nil
    ) async throws -> [ChallengeID] {
        var call = ListProfileChallenges(user: user ?? scene.bo, list: list, limit: limit)
        var ids: [ChallengeID] = []
        repeat {
            let page = try await scene.ask(call, as: viewer ?? scene.bo)
            ids += page.items.compactMap(\.contest?.id)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return ids
    }

    /// Lets Bo have joined a contest so many minutes ago.
    private func join(
        _ contest: ContestRecord,
        _ minutes: Int,
        _ state: Participant.State = .joined,
        value: Amount? = nil,
        completedAt: Instant? = nil,
        endedAt: Instant? = nil
    ) async throws {
        try await scene.storePart(
            scene.bo,
            state,
            in: contest,
            value: value,
            completedAt: completedAt
        ) {
            $0.joinedAt = scene.clock.now - .minutes(minutes)
            $0.endedAt = endedAt
        }
    }

    @Test func `each list holds what it is for, in its order, page by page`() async throws {
        let now = scene.clock.now
        let litre = Amount(whole: 1)
        let active = try await scene.storeContest()
        let done = try await scene.storeContest(kind: .open)
        let settling = try await scene.storeContest(.settling)
        let won = try await scene.storeContest(.completed)
        let idle = try await scene.storeContest(.completed)
        let left = try await scene.storeContest()
        let made = try await scene.storeContest(owner: scene.bo, createdAt: now - .days(3))
        let handed = try await scene.storeContest(author: scene.bo, createdAt: now - .days(4))
        try await join(active, 1)
        try await join(done, 2, completedAt: now)
        try await join(settling, 3)
        try await join(won, 4, value: litre)
        try await join(idle, 5)
        try await join(left, 6, .left)
        for limit in [1, 2, 100] {
            #expect(
                try await listed(.joined, limit: limit)
                    == [active.id, done.id, settling.id, won.id, idle.id]
            )
            #expect(try await listed(.current, limit: limit) == [active.id, settling.id])
            #expect(try await listed(.completed, limit: limit) == [done.id, won.id])
            #expect(try await listed(.created, limit: limit) == [made.id, handed.id])
        }
        #expect(try await listed(nil) == listed(.created))
    }

    @Test func `the completed ones are those that say so`() async throws {
        let now = scene.clock.now
        let litre = Amount(whole: 1)
        for kind in [ChallengeKind.competition, .open] {
            for state in ContestLife.State.allCases where state != .draft {
                for part in [Participant.State.joined, .left] {
                    let moments: [Duration?] = part == .left ? [.zero, .microseconds(-1)] : [nil]
                    for (value, completedAt) in [(nil, nil), (litre, nil), (litre, now)] {
                        for moment in moments {
                            let contest = try await scene.storeContest(state, kind: kind)
                            let end = try #require(contest.life.endsAt)
                            try await join(
                                contest,
                                1,
                                part,
                                value: value,
                                completedAt: completedAt,
                                endedAt: moment.map { end + $0 }
                            )
                        }
                    }
                }
            }
        }
        let all = ListContests(list: .all, limit: 100)
        let seen = try await scene.ask(all, as: scene.bo).items
        #expect(seen.count == 90)
        let completed = Set(seen.filter(\.isCompleted).map(\.id))
        #expect(completed.count > 20 && completed.count < seen.count)
        #expect(try await Set(listed(.completed)) == completed)
    }

    @Test func `others see of them what they may see anyway`() async throws {
        let open = try await scene.storeContest()
        let closed = try await scene.storeContest(visibility: .private)
        for (minutes, contest) in [(1, open), (2, closed)] {
            try await join(contest, minutes, completedAt: scene.clock.now)
        }
        try await scene.relate(scene.bo, scene.cy, .friends)
        #expect(try await listed(.joined) == [open.id, closed.id])
        for list in [Selection.joined, .current, .completed] {
            #expect(try await listed(list, as: scene.cy) == [open.id], "\(list)")
        }
        // Who is in both sees both; who has left sees the result alone.
        try await scene.storePart(scene.cy, .joined, in: closed)
        #expect(try await listed(.joined, as: scene.cy) == [open.id, closed.id])
        try await scene.database.run(
            "UPDATE participants SET state = 'left' WHERE user_id = \(scene.cy)"
        )
        #expect(try await listed(.joined, as: scene.cy) == [open.id])
        try await scene.database.run(
            """
            UPDATE contests SET state = 'completed', closed_at = \(scene.clock.now)
            WHERE challenge = \(closed.id)
            """
        )
        #expect(try await listed(.joined, as: scene.cy) == [open.id, closed.id])
        // What becomes private is gone at once.
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        #expect(try await listed(.joined, as: scene.cy) == [closed.id])
    }

    @Test func `a draft is listed to its owner alone`() async throws {
        let draft = try await scene.storeContest(.draft, owner: scene.bo)
        #expect(try await listed(.created) == [draft.id])
        #expect(try await listed(.created, as: scene.cy) == [])
    }

    @Test func `current and completed contests are for friends`() async throws {
        let contest = try await scene.storeContest(kind: .open)
        try await join(contest, 1)
        let notFound = ChallengesError.personNotFound.fault
        func fault(_ list: Selection) async -> Fault? {
            await scene.fault(ListProfileChallenges(user: scene.bo, list: list), as: scene.cy)
        }
        for list in [Selection.current, .completed] { #expect(await fault(list) == notFound) }
        for list in [Selection.created, .joined] { #expect(await fault(list) == nil) }
        try await scene.relate(scene.bo, scene.cy, .friends)
        for list in Self.lists { #expect(await fault(list) == nil) }
        #expect(try await listed(.current, as: scene.cy) == [contest.id])
        try await scene.relate(scene.bo, scene.cy, .blocked, version: 3)
        for list in Self.lists { #expect(await fault(list) == notFound) }
        // The other way round too; and everyone sees their own.
        let reverse = ListProfileChallenges(user: scene.cy, list: .created)
        #expect(await scene.fault(reverse, as: scene.bo) == notFound)
        #expect(try await listed(.current) == [contest.id])
    }

    @Test(arguments: [AccountStanding.hidden, .suspended, .deleted])
    func `an inactive or unknown user is not found`(standing: AccountStanding) async throws {
        try await scene.storeContest()
        try await scene.relate(scene.bo, scene.cy, .friends)
        try await scene.know(scene.bo, standing: standing, version: 2)
        let notFound = ChallengesError.personNotFound.fault
        for list in Self.lists {
            for user in [scene.bo, UserID()] {
                let call = ListProfileChallenges(user: user, list: list)
                #expect(await scene.fault(call, as: scene.cy) == notFound, "\(list)")
            }
        }
    }

    @Test func `an item is what the call for one contest shows the viewer`() async throws {
        let contest = try await scene.storeContest()
        try await join(contest, 1)
        let call = ListProfileChallenges(user: scene.bo, list: .joined)
        let page = try await scene.ask(call, as: scene.cy)
        let seen = try await scene.ask(GetContest(contest: contest.id), as: scene.cy)
        #expect(page.items.map(\.contest) == [seen])
        #expect(!seen.isAttended)
    }

    @Test func `a bad query is refused, and a cursor belongs to one list of one person`()
        async throws
    {
        for _ in 0..<2 {
            let contest = try await scene.storeContest(owner: scene.bo)
            try await join(contest, 1)
        }
        let all = await scene.fault(
            ListProfileChallenges(user: scene.bo, list: .unknown, limit: 0, cursor: "x"),
            as: scene.bo
        )
        #expect(
            all?.said == [
                "/list challenges.list_unknown", "/limit challenges.limit_invalid",
                "/cursor challenges.cursor_invalid",
            ]
        )
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for list in [Selection.created, .joined, .current] {
            var call = ListProfileChallenges(user: scene.bo, list: list, limit: 1)
            let cursor = try #require(try await scene.ask(call, as: scene.bo).nextCursor)
            call.cursor = cursor
            for other in Self.lists {
                call.list = other
                let expected = other == list ? nil : refusal
                #expect(await scene.fault(call, as: scene.bo) == expected, "\(list) in \(other)")
            }
            call.list = list
            call.user = scene.cy
            #expect(await scene.fault(call, as: scene.cy) == refusal)
        }
    }
}
