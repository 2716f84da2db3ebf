import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
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
@testable import Definitions
@testable import Discovery

/// What is trending (FR-22, 2.8-trending).
@Suite(.freshDatabase(Challenges.migrations))
struct TrendsTests {
    private let scene = Scene()
    /// Where one person is enough.
    private let lone = Scene(rules: Rules(discovery: DiscoveryRules(trendingPeople: 1)))

    /// The contests that trend, the most first.
    private func trending(
        in scene: Scene? = nil,
        as user: UserID? = nil,
        _ change: (inout ListContests) -> Void = { _ in }
    ) async throws -> [ChallengeID] {
        let scene = scene ?? self.scene
        try await scene.computeTrends()
        var call = ListContests(list: .all, sort: .trending)
        change(&call)
        return try await scene.contests(call, as: user ?? scene.bo)
    }

    /// The scores of things, as computed.
    private func scores() async throws -> [UUID: Int] {
        let rows = try await Database.fresh.all(
            "SELECT target, score FROM trends WHERE score IS NOT NULL"
        ) { row in
            try row.read() as (UUID, Int)
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private func act(
        _ what: Act.What,
        _ contest: ContestRecord,
        by user: UserID = UserID(),
        ago age: Duration = .zero
    ) -> Act {
        let at = scene.clock.now - age
        return Act(target: contest.id.uuid, of: .contest, user: user, what: what, at: at)
    }

    private func like(_ contest: ContestRecord, _ users: UserID...) async throws {
        for user in users {
            _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: user)
        }
    }

    // Who counts.

    @Test func `three people beat one who does everything`() async throws {
        let busy = try await scene.storeContest(kind: .open)
        let liked = try await scene.storeContest()
        try await scene.storePart(scene.bo, .joined, in: busy, completedAt: scene.clock.now)
        try await like(busy, scene.bo)
        try await like(liked, scene.bo, scene.cy, UserID())
        #expect(try await trending() == [liked.id])
        try await like(busy, scene.cy)
        #expect(try await trending() == [liked.id])
        try await like(busy, UserID())
        #expect(try await trending() == [busy.id, liked.id])
    }

    @Test func `a repeated act of a user counts once, from the first time on`() async throws {
        let crew = try await Crew.form(in: scene)
        let contest = try #require(try await scene.database.contest(crew.id))
        try await crew.join(scene.bo)
        let joinedAt = scene.clock.now
        for _ in 0..<3 {
            scene.clock.advance(by: .hours(1))
            try await crew.leave(scene.bo)
            try await crew.join(scene.bo)
            try await like(contest, scene.bo)
            let unlike = LikeContest(contest: contest.id, likes: false)
            _ = try await scene.ask(unlike, as: scene.bo)
        }
        try await like(contest, scene.bo)
        let own = try await scene.acts().filter { $0.user == scene.bo }
        #expect(
            own == [
                act(.join, contest, by: scene.bo, ago: scene.clock.now - joinedAt),
                act(.like, contest, by: scene.bo, ago: .hours(2)),
            ]
        )
        #expect(try await trending() == [])
    }

    @Test func `what the author and the owner do counts nothing`() async throws {
        let contest = try await scene.storeContest(owner: scene.ana, author: scene.cy)
        try await like(contest, scene.ana, scene.cy, scene.bo, UserID())
        #expect(try await trending() == [])
        try await like(contest, UserID())
        #expect(try await trending() == [contest.id])
        let people = try await scene.database.one("SELECT people FROM trends") { row in
            try row.next(Int.self)
        }
        #expect(people == 3)
    }

    @Test func `people who are not active do not count`() async throws {
        let contest = try await scene.storeContest()
        let dan = UserID()
        try await like(contest, scene.bo, scene.cy, dan)
        #expect(try await trending() == [contest.id])
        try await scene.know(dan, standing: .suspended)
        scene.clock.advance(by: .hours(1))
        #expect(try await trending() == [])
        try await scene.know(dan, version: 2)
        scene.clock.advance(by: .hours(1))
        #expect(try await trending() == [contest.id])
    }

    @Test func `a like that is taken back does not count until it is given again`() async throws {
        let contest = try await scene.storeContest()
        try await like(contest, scene.bo, scene.cy, UserID())
        #expect(try await trending() == [contest.id])
        let unlike = LikeContest(contest: contest.id, likes: false)
        _ = try await scene.ask(unlike, as: scene.bo)
        #expect(try await trending() == [])
        try await like(contest, scene.bo)
        #expect(try await trending() == [contest.id])
    }

    // Who completes a competition.

    @Test func `everyone in a competition with an entry completes it when it is completed`()
        async throws
    {
        let crew = try await Crew.form(in: scene)
        var others: [UserID] = []
        for _ in 0..<4 { others.append(try await crew.someone()) }
        // The second one logs nothing.
        let (dan, gone, suspended) = (others[0], others[2], others[3])
        for user in [scene.bo, scene.cy] + others { try await crew.join(user) }
        for user in [scene.ana, scene.bo, scene.cy, dan, gone, suspended] {
            try await crew.log(1, by: user)
        }
        try await crew.leave(gone)
        try await scene.know(suspended, standing: .suspended, version: 2)
        try await crew.pass(Crew.duration)
        #expect(try await trending() == [])
        #expect(try await Database.fresh.all("SELECT target FROM trends") { _ in 0 } == [])
        try await crew.pass(Crew.settling)
        #expect(try await trending() == [crew.id])
        let people = try await scene.database.one("SELECT people FROM trends") { row in
            try row.next(Int.self)
        }
        #expect(people == 3)
        // Each counts two.
        let liked = try await scene.storeContest()
        try await scene.store((0..<6).map { _ in act(.like, liked) })
        try await scene.computeTrends()
        let scores = try await scores()
        let difference = try #require(scores[crew.id.uuid]) - #require(scores[liked.id.uuid])
        #expect(abs(difference) < 10)
        // Who leaves now has completed it all the same.
        try await crew.leave(scene.bo)
        scene.clock.advance(by: .hours(72) - .microseconds(1))
        #expect(try await Set(trending()) == [crew.id, liked.id])
        scene.clock.advance(by: .microseconds(1))
        #expect(try await trending() == [])
        #expect(try await Database.fresh.all("SELECT target FROM trends") { _ in 0 } == [])
    }

    @Test func `who completed it by its goal did so then, and an open contest is not completed so`()
        async throws
    {
        let early = scene.clock.now - .days(5)
        let ended = try await scene.storeContest(.settling)
        let reached = try await scene.storeContest(.settling)
        let open = try await scene.storeContest(.settling, kind: .open)
        for contest in [ended, reached, open] {
            for user in [scene.bo, scene.cy, UserID()] {
                try await scene.storePart(
                    user,
                    .joined,
                    in: contest,
                    value: Amount(whole: 1),
                    completedAt: contest.id == reached.id ? early : nil
                ) { $0.joinedAt = early }
            }
        }
        #expect(try await trending() == [])
        try await scene.database.run(
            "UPDATE contests SET state = 'completed', closed_at = \(scene.clock.now)"
        )
        #expect(try await trending() == [ended.id])
    }

    @Test(arguments: [(Duration.zero, true), (.zero - .tick, false)])
    func `who left a competition completed it if it had ended`(
        after: Duration,
        counts: Bool
    ) async throws {
        let contest = try await scene.storeContest(.settling)
        let endsAt = try #require(contest.life.endsAt)
        let early = scene.clock.now - .days(5)
        for user in [scene.bo, scene.cy] {
            try await scene.storePart(user, .joined, in: contest, value: Amount(whole: 1)) {
                $0.joinedAt = early
            }
        }
        try await scene.storePart(UserID(), .left, in: contest, value: Amount(whole: 1)) {
            $0.joinedAt = early
            $0.endedAt = endsAt + after
        }
        try await scene.database.run(
            "UPDATE contests SET state = 'completed', closed_at = \(scene.clock.now)"
        )
        #expect(try await trending() == (counts ? [contest.id] : []))
    }

    // How much it counts.

    @Test func `a join beats a completion, and that a like`() async throws {
        let contests = [
            try await lone.storeContest(), try await lone.storeContest(),
            try await lone.storeContest(),
        ]
        for (contest, what) in zip(contests, [Act.What.like, .join, .completion]) {
            try await lone.store([act(what, contest)])
        }
        let expected = [contests[1].id, contests[2].id, contests[0].id]
        #expect(try await trending(in: lone) == expected)
        for limit in [1, 2, 3] {
            #expect(try await trending(in: lone) { $0.limit = limit } == expected)
        }
    }

    @Test func `after a day an act counts half`() async throws {
        let (old, new) = (try await lone.storeContest(), try await lone.storeContest())
        let (less, more) = (try await lone.storeContest(), try await lone.storeContest())
        // 2 a day ago is 1 now; 3 a day ago is between 1 and 2.
        try await lone.store([
            act(.completion, old, ago: .hours(24)), act(.like, new),
            act(.join, less, ago: .hours(24)), act(.completion, more),
        ])
        let order = try await trending(in: lone)
        #expect(order.prefix(2) == [more.id, less.id])
        let scores = try await scores()
        let difference = try #require(scores[old.id.uuid]) - #require(scores[new.id.uuid])
        #expect(abs(difference) < 10)
        // Two to one is one half-life.
        let doubled = try #require(scores[more.id.uuid]) - #require(scores[new.id.uuid])
        #expect(abs(doubled - 1_000_000_000) < 10)
    }

    @Test func `scores that were computed at different times are compared as they are`()
        async throws
    {
        let contest = try await lone.storeContest()
        try await lone.store([act(.join, contest), act(.like, contest, ago: .hours(5))])
        try await lone.computeTrends()
        let before = try #require(try await scores()[contest.id.uuid])
        lone.clock.advance(by: .hours(30))
        try await lone.computeTrends()
        let after = try #require(try await scores()[contest.id.uuid])
        #expect(abs(after - before) < 10)
    }

    @Test(arguments: [(Duration.microseconds(1), true), (.zero, false)])
    func `what was done 72 hours ago does not count`(left: Duration, counts: Bool) async throws {
        let contest = try await lone.storeContest()
        try await lone.store([act(.join, contest, ago: .hours(72) - left)])
        #expect(try await trending(in: lone) == (counts ? [contest.id] : []))
    }

    @Test func `what nobody does anything with any more is removed`() async throws {
        let contest = try await scene.storeContest()
        try await like(contest, scene.bo, scene.cy, UserID())
        #expect(try await trending() == [contest.id])
        scene.clock.advance(by: .hours(72) - .microseconds(1))
        #expect(try await trending() == [contest.id])
        scene.clock.advance(by: .microseconds(1))
        #expect(try await trending() == [])
        #expect(try await Database.fresh.all("SELECT target FROM trends") { _ in 0 } == [])
        try await like(contest, UserID(), UserID(), UserID())
        #expect(try await trending() == [contest.id])
    }

    @Test func `the operator's window, half-life and number of people hold`() async throws {
        let rules = DiscoveryRules(
            trendingWindow: .seconds(8),
            trendingHalfLife: .seconds(2),
            trendingPeople: 2
        )
        let quick = Scene(rules: Rules(discovery: rules))
        let (one, other) = (try await quick.storeContest(), try await quick.storeContest())
        // 12 four seconds ago are 3 now.
        try await quick.store(
            (0..<4).map { _ in act(.join, one, ago: .seconds(4)) }
                + [act(.join, other), act(.like, other)]
        )
        #expect(try await trending(in: quick) == [other.id, one.id])
        quick.clock.advance(by: .seconds(4))
        #expect(try await trending(in: quick) == [other.id])
        quick.clock.advance(by: .seconds(4))
        #expect(try await trending(in: quick) == [])
    }

    // Who sees it.

    @Test func `only what is public trends, and is gone as soon as it is not`() async throws {
        let contest = try await scene.storeContest()
        for visibility in ["private", "friends", "link"] {
            let other = try await scene.storeContest()
            try await scene.database.run(
                """
                UPDATE contests SET visibility = \(visibility) WHERE challenge = \(other.id)
                """
            )
            try await scene.store((0..<5).map { _ in act(.join, other) })
        }
        try await like(contest, scene.bo, scene.cy, UserID())
        #expect(try await trending() == [contest.id])
        #expect(try await trending(as: scene.ana) == [contest.id])
        let list = ListContests(list: .all, sort: .trending)
        for change in ["visibility = 'friends'", "hidden_at = now()"] as [Clauses] {
            try await scene.database.run(
                "UPDATE contests SET \(change) WHERE challenge = \(contest.id)"
            )
            #expect(try await scene.contests(list, as: scene.bo) == [])
            // Not even its owner finds it there.
            #expect(try await scene.contests(list, as: scene.ana) == [])
            try await scene.database.run(
                """
                UPDATE contests SET visibility = 'public', hidden_at = NULL
                WHERE challenge = \(contest.id)
                """
            )
            #expect(try await scene.contests(list, as: scene.bo) == [contest.id])
        }
    }

    /// Changes after which not everyone sees a contest, and those after which everyone does.
    private static let narrowings: [(narrower: Clauses, wider: Clauses)] = [
        ("visibility = 'friends'", "visibility = 'public'"),
        ("hidden_at = created_at", "hidden_at = NULL"),
        ("state = 'draft'", "state = 'active'"),
    ]

    @Test func `what everyone may see from now on, or no longer, is computed again at once`()
        async throws
    {
        let contest = try await scene.storeContest()
        try await scene.store((0..<3).map { _ in act(.join, contest) })
        #expect(try await trending() == [contest.id])
        for (narrower, wider) in Self.narrowings {
            for (change, listed) in [(narrower, []), (wider, [contest.id])] {
                scene.clock.advance(by: .seconds(1))
                try await scene.database.run(
                    "UPDATE contests SET \(change) WHERE challenge = \(contest.id)"
                )
                #expect(try await trending() == listed, "\(change)")
                #expect(try await scores().keys.map { ChallengeID($0) } == listed, "\(change)")
            }
        }
    }

    @Test func `a definition that becomes public trends at once`() async throws {
        let definition = try await scene.storeDefinition(.friends)
        try await scene.complete(definition, [UserID(), UserID(), UserID()])
        try await scene.computeTrends()
        let list = ListDefinitions(sort: .trending)
        #expect(try await scene.ask(list, as: scene.bo).items.isEmpty)
        for (visibility, listed) in [
            (Visibility.public, [definition]), (.private, []), (.public, [definition]),
        ] {
            scene.clock.advance(by: .seconds(1))
            let change = ChangeDefinition(definition: definition, visibility: visibility)
            _ = try await scene.ask(change, as: scene.ana)
            try await scene.computeTrends()
            #expect(try await scene.ask(list, as: scene.bo).items.map(\.id) == listed)
            #expect(try await scores().keys.map { DefinitionID($0) } == listed)
        }
        for (state, listed) in [("hidden", []), ("shown", [definition])] {
            scene.clock.advance(by: .seconds(1))
            try await scene.database.run("UPDATE definitions SET state = \(state)")
            try await scene.computeTrends()
            #expect(try await scores().keys.map { DefinitionID($0) } == listed, "\(state)")
        }
    }

    @Test func `a change of anything else leaves it to the next time`() async throws {
        let contest = try await scene.storeContest()
        let definition = try await scene.storeDefinition()
        try await scene.store((0..<3).map { _ in act(.join, contest) })
        try await scene.complete(definition, [UserID(), UserID(), UserID()])
        #expect(try await scene.challenges.discovery.trends.compute() == 2)
        for change in ["capacity = 9", "state = 'settling', settles_at = ends_at"] as [Clauses] {
            try await scene.database.run(
                "UPDATE contests SET \(change) WHERE challenge = \(contest.id)"
            )
        }
        // Presets, which nobody did anything with, are changed too.
        try await scene.database.run("UPDATE definitions SET version = version + 1, state = state")
        #expect(try await scene.challenges.discovery.trends.compute() == 0)
    }

    @Test func `what people behind a block made or own is not shown, even to who is in it`()
        async throws
    {
        let contest = try await scene.storeContest(owner: scene.ana, author: scene.cy)
        let (dan, eve) = (UserID(), UserID())
        try await scene.storePart(dan, .joined, in: contest)
        try await scene.storePart(eve, .joined, in: contest)
        try await like(contest, scene.bo)
        for viewer in [dan, eve] {
            #expect(try await trending(as: viewer) == [contest.id])
        }
        try await scene.relate(dan, scene.ana, .blocked)
        try await scene.relate(eve, scene.cy, .blocked)
        for viewer in [dan, eve] {
            #expect(try await trending(as: viewer) == [])
            let all = try await scene.contests(ListContests(list: .all), as: viewer)
            #expect(all == [contest.id])
        }
        #expect(try await trending(as: scene.bo) == [contest.id])
    }

    @Test func `lists, filters and searches hold among what trends`() async throws {
        let active = try await scene.storeContest()
        let over = try await scene.storeContest(.completed, kind: .open)
        for contest in [active, over] {
            try await scene.store((0..<3).map { _ in act(.join, contest) })
        }
        try await scene.store([act(.join, over)])
        #expect(try await trending() == [over.id, active.id])
        #expect(try await trending { $0.list = .discover } == [active.id])
        #expect(try await trending { $0.list = .ongoing } == [active.id])
        #expect(try await trending { $0.list = .current } == [])
        #expect(try await trending { $0.list = .created } == [])
        #expect(try await trending(as: scene.ana) { $0.list = .created } == [over.id, active.id])
        #expect(try await trending { $0.kind = .open } == [over.id])
        #expect(try await trending { $0.state = .active } == [active.id])
        #expect(try await trending { $0.author = scene.ana } == [over.id, active.id])
        #expect(try await trending { $0.author = scene.cy } == [])
        #expect(try await trending { $0.q = "wat" } == [over.id, active.id])
        #expect(try await trending { $0.q = "wine" } == [])
        try await scene.storePart(scene.bo, .joined, in: active)
        #expect(try await trending { $0.list = .current } == [active.id])
        #expect(try await trending { $0.list = .discover } == [])
        try await scene.storePart(scene.cy, .invited, in: active)
        #expect(try await trending(as: scene.cy) { $0.list = .invited } == [active.id])
    }

    // Definitions.

    @Test func `definitions trend by who takes them on, completes and likes them`() async throws {
        let (one, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        let closed = try await scene.storeDefinition(.private)
        let users = (0..<3).map { _ in UserID() }
        try await scene.complete(one, users)
        for user in users {
            _ = try await scene.ask(LikeDefinition(definition: other, likes: true), as: user)
        }
        try await scene.complete(closed, users)
        try await scene.complete(other, scene.ana)
        func listed(
            as user: UserID,
            _ change: (inout ListDefinitions) -> Void = { _ in }
        ) async throws -> [DefinitionID] {
            try await scene.computeTrends()
            var call = ListDefinitions(sort: .trending, limit: 1)
            change(&call)
            var ids: [DefinitionID] = []
            repeat {
                let page = try await scene.ask(call, as: user)
                ids += page.items.map(\.id)
                call.cursor = page.nextCursor
            } while call.cursor != nil
            return ids
        }
        for user in [scene.bo, scene.ana] {
            #expect(try await listed(as: user) == [one, other])
        }
        #expect(try await listed(as: scene.bo) { $0.q = "push" } == [one, other])
        #expect(try await listed(as: scene.bo) { $0.q = "run" } == [])
        #expect(try await listed(as: scene.bo) { $0.of = .preset } == [])
        // A moderator voided what one of them had completed; the person took it on all the same.
        let scores = try await scores()
        try await scene.database.transaction { tx in
            try tx.takeBackCompletion(of: one, by: users[0])
        }
        #expect(try await listed(as: scene.bo) == [one, other])
        let after = try #require(try await self.scores()[one.uuid])
        #expect(after < (scores[one.uuid] ?? 0))
        try await scene.relate(scene.ana, scene.bo, .blocked)
        #expect(try await listed(as: scene.bo) == [])
        try await scene.database.run("UPDATE definitions SET visibility = 'private'")
        #expect(try await listed(as: scene.cy) == [])
    }

    @Test func `a cursor of definitions belongs to this order`() async throws {
        let cursor = PageCursor<Int, DefinitionID>("definitions.all.used").text(1, DefinitionID())
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        let call = ListDefinitions(sort: .trending, cursor: cursor)
        #expect(await scene.fault(call, as: scene.bo) == refusal)
    }

    // At the same time.

    @Test func `nothing is lost that is done while trends are computed`() async throws {
        let contest = try await scene.storeContest()
        let people = (0..<40).map { _ in UserID() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for user in people {
                group.addTask { try await like(contest, user) }
            }
            for _ in 0..<10 {
                group.addTask { try await scene.computeTrends() }
            }
            try await group.waitForAll()
        }
        try await scene.computeTrends()
        let counted = try await scene.database.one("SELECT people FROM trends") { row in
            try row.next(Int.self)
        }
        #expect(counted == 40)
    }

    @Test func `many things are computed in steps`() async throws {
        var trends = scene.challenges.discovery.trends
        trends.thingsMax = 2
        for _ in 0..<5 {
            let contest = try await scene.storeContest()
            try await scene.store((0..<3).map { _ in act(.join, contest) })
        }
        #expect(try await trends.compute() == 5)
        #expect(try await trends.compute() == 0)
        #expect(try await scores().count == 5)
    }
}
