import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

@Suite(.freshDatabase(Scoring.migrations)) struct ListMedalsTests {
    private typealias Player = ScoresChanged.Player

    private let clock = StoppedClock()
    private let ana = UserID()
    private let bo = UserID()

    /// A private competition of a stranger's that Ana won before Bo.
    private func won(
        _ change: (inout ContestChanged) -> Void = { _ in }
    ) async throws -> ToldContest {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        clock.advance(by: .seconds(1))
        try await contest.tell { head in
            head.visibility = .private
            change(&head)
        }
        try await contest.tell([Player(ana, 2), Player(bo, 1)])
        try await contest.tell(version: 100) { head in
            head.visibility = .private
            change(&head)
            head.state = .completed
        }
        try await contest.freeze()
        try await contest.award()
        return contest
    }

    private func named(_ contest: ToldContest) -> Medal.Contest {
        Medal.Contest(id: contest.id, name: "Water")
    }

    /// Changes what is known of a contest.
    private func change(
        _ contest: ToldContest,
        _ change: (inout ContestChanged) -> Void
    ) async throws {
        try await contest.tell(version: 200) { head in
            head.visibility = .private
            change(&head)
        }
    }

    @Test func `users see their own medals, newest first`() async throws {
        let contests = [try await won(), try await won(), try await won()]
        let page = try await contests[0].fixture.medals(of: ana)
        #expect(page.nextCursor == nil)
        let gold = page.items.filter { $0.medal == .gold }
        let named: [Medal.Contest?] = contests.reversed().map { self.named($0) }
        #expect(gold.map(\.challenge) == named)
        #expect(page.items.map(\.earnedAt) == page.items.map(\.earnedAt).sorted(by: >))
        #expect(page.items.count { $0.medal == .firstCompetition } == 1)
        #expect(Set(page.items.map(\.id)).count == 4)
    }

    @Test func `medals of one kind are listed alone`() async throws {
        let contest = try await won()
        let gold = try await contest.fixture.medals(of: ana, .gold).items
        #expect(gold.map(\.medal) == [.gold])
        #expect(gold.map(\.family) == [.rank])
        let first = try await contest.fixture.medals(of: ana, .firstCompetition).items
        #expect(first.map(\.family) == [.first])
        for kind in [Medal.Kind.silver, .bronze, .goal] {
            #expect(try await contest.fixture.medals(of: ana, kind).items.isEmpty)
        }
        #expect(try await contest.fixture.medals(of: bo, .gold).items.isEmpty)
    }

    // 2.10-percents
    @Test func `of a goal whose value is hidden, a friend sees the day`()
        async throws
    {
        let reached = try #require(Instant(rfc3339: "2026-06-01T23:30:00Z"))
        let day = try #require(Instant(rfc3339: "2026-06-01T22:00:00Z"))
        for (hides, visibility) in [
            (true, .public), (true, .private), (false, .public),
        ] as [(Bool, ContestChanged.Visibility)] {
            let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
            let person = UserID()
            try await contest.tell { head in
                head.kind = .open
                head.visibility = visibility
                head.score = .percent
                head.hidesValues = hides
                head.timeZone = "Europe/Berlin"
            }
            let target = Amount(millionths: 5_000_000)
            try await contest.tell([.completed(person, at: reached, target: target)])
            try await contest.award()
            try await contest.fixture.befriend(person, bo)
            let own = try await contest.fixture.medals(of: person).items
            #expect(own.map(\.earnedAt) == [reached])
            let seen = try await contest.fixture.medals(of: person, as: bo).items
            #expect(seen.map(\.medal) == [.goal])
            #expect(seen.map(\.earnedAt) == [hides ? day : reached])
            #expect(seen.map { $0.challenge != nil } == [visibility == .public])
        }
    }

    // 2.10-percents
    @Test func `neither a medal's id nor a cursor tells when it was earned`() async throws {
        let contests = [try await won(), try await won()]
        let fixture = contests[0].fixture
        try await fixture.befriend(ana, bo)
        let page = try await fixture.medals(of: ana, as: bo, limit: 1)
        let id = try #require(page.items.first).id
        #expect(id.uuid.uuid.6 >> 4 == 4)
        let cursor = try #require(page.nextCursor.flatMap { Base64URL.decode($0) })
        #expect(String(decoding: cursor, as: UTF8.self) == "medals/\(ana)/\n\(id)")
    }

    @Test func `a medal that became void still leads to the next page`() async throws {
        let contests = [try await won(), try await won()]
        let fixture = contests[0].fixture
        let all = try await fixture.medals(of: ana).items
        let first = try await fixture.medals(of: ana, limit: 1)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                "UPDATE awards SET voided_at = now() WHERE id = \(first.items[0].id)"
            )
        }
        let next = try await fixture.medals(of: ana, cursor: first.nextCursor)
        #expect(next.items == Array(all.dropFirst()))
    }

    @Test func `another user's medal leads to no page`() async throws {
        let contest = try await won()
        let other = try #require(try await contest.fixture.medals(of: bo).items.first)
        let forged = PageCursor<MedalID>("medals/\(ana)/").text(other.id)
        #expect(try await contest.fixture.medals(of: ana, cursor: forged).items.isEmpty)
    }

    @Test func `a friend sees medals, and a contest that they are in, but not what was seen`()
        async throws
    {
        let contest = try await won()
        let fixture = contest.fixture
        _ = try await fixture.see(as: ana)
        try await fixture.befriend(ana, bo)
        let items = try await fixture.medals(of: ana, as: bo, .gold).items
        #expect(items.map(\.challenge) == [named(contest)])
        #expect(items.map(\.seenAt) == [nil])
        #expect(try await fixture.medals(of: ana, .gold).items.map(\.seenAt) == [clock.now])
    }

    @Test func `to a friend who may not know of the contest it has no name`() async throws {
        let contest = try await won()
        let friend = UserID()
        try await contest.fixture.befriend(ana, friend)
        let items = try await contest.fixture.medals(of: ana, as: friend, .gold).items
        #expect(items.count == 1)
        #expect(items[0].challenge == nil)
        // In a public one it has, and again not once it is private.
        try await change(contest) { $0.visibility = .public }
        let seen = try await contest.fixture.medals(of: ana, as: friend, .gold).items
        #expect(seen.map(\.challenge) == [named(contest)])
    }

    @Test(arguments: [
        (ContestChanged.Visibility.friends, true), (.public, true), (.private, false),
        (.link, false), (.unknown, false),
    ])
    func `a friend of the owner's sees what the owner's friends may see`(
        visibility: ContestChanged.Visibility,
        isNamed: Bool
    ) async throws {
        let contest = try await won { $0.visibility = visibility }
        let friend = UserID()
        try await contest.fixture.befriend(ana, friend)
        try await contest.fixture.befriend(contest.owner, friend)
        let items = try await contest.fixture.medals(of: ana, as: friend, .gold).items
        #expect(items.map(\.challenge) == [isNamed ? named(contest) : nil])
    }

    @Test func `behind a block with the owner a public contest has no name`() async throws {
        let contest = try await won { $0.visibility = .public }
        let friend = UserID()
        try await contest.fixture.befriend(ana, friend)
        try await contest.fixture.relate(contest.owner, friend, .blocked)
        let items = try await contest.fixture.medals(of: ana, as: friend, .gold).items
        #expect(items.map(\.challenge) == [nil])
    }

    @Test func `a contest that was hidden after reports is named to its owner alone`()
        async throws
    {
        let contest = try await won { $0.visibility = .public }
        try await change(contest) { $0.isHidden = true }
        try await contest.fixture.befriend(ana, contest.owner)
        let own = try await contest.fixture.medals(of: ana, .gold).items
        #expect(own.map(\.challenge) == [nil])
        let owners = try await contest.fixture.medals(of: ana, as: contest.owner, .gold).items
        #expect(owners.map(\.challenge) == [named(contest)])
    }

    @Test(arguments: [Relation.none, .blocked])
    func `a stranger's medals, and those behind a block, are not found`(
        relation: Relation
    ) async throws {
        let contest = try await won { $0.visibility = .public }
        if relation == .blocked { try await contest.fixture.relate(ana, bo, .blocked) }
        await #expect(throws: ScoringError.personNotFound.fault) {
            _ = try await contest.fixture.medals(of: ana, as: bo)
        }
        // As those of nobody.
        await #expect(throws: ScoringError.personNotFound.fault) {
            _ = try await contest.fixture.medals(of: UserID(), as: bo)
        }
    }

    @Test(arguments: [AccountStanding.suspended, .hidden, .deleted])
    func `medals of an inactive friend are not found`(
        standing: AccountStanding
    ) async throws {
        let contest = try await won()
        try await contest.fixture.introduce([ana])
        try await contest.fixture.befriend(ana, bo)
        #expect(try await contest.fixture.medals(of: ana, as: bo).items.count == 2)
        try await contest.fixture.introduce([ana], as: standing)
        await #expect(throws: ScoringError.personNotFound.fault) {
            _ = try await contest.fixture.medals(of: ana, as: bo)
        }
        try await contest.fixture.introduce([ana], as: .active)
        #expect(try await contest.fixture.medals(of: ana, as: bo).items.count == 2)
    }

    @Test func `a void medal is neither listed nor counted`() async throws {
        let contest = try await won()
        #expect(try await contest.fixture.see([], as: ana) == 2)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE awards SET voided_at = now() WHERE medal = 'gold'")
        }
        #expect(try await contest.fixture.kinds(of: ana) == ["firstCompetition"])
        #expect(try await contest.fixture.medals(of: ana, .gold).items.isEmpty)
        #expect(try await contest.fixture.see([], as: ana) == 1)
    }

    @Test func `pages have no gaps or repetitions`() async throws {
        var contests: [ToldContest] = []
        for _ in 0..<4 { contests.append(try await won()) }
        let whole = try await contests[0].fixture.medals(of: ana)
        var items: [Medal] = []
        var cursor: String?
        repeat {
            let page = try await contests[0].fixture.medals(of: ana, limit: 2, cursor: cursor)
            #expect(page.items.count <= 2)
            items += page.items
            cursor = page.nextCursor
        } while cursor != nil
        #expect(items == whole.items)
        #expect(items.count == 5)
    }

    @Test func `a cursor of another list is refused`() async throws {
        let contests = [try await won(), try await won()]
        let fixture = contests[0].fixture
        let refusal = Refusal(ScoringError.cursorInvalid, at: "/cursor").fault
        let all = try #require(try await fixture.medals(of: ana, limit: 1).nextCursor)
        let gold = try #require(try await fixture.medals(of: ana, .gold, limit: 1).nextCursor)
        try await fixture.befriend(ana, bo)
        #expect(try await fixture.medals(of: ana, as: bo, limit: 1, cursor: all).items.count == 1)
        for (user, kind, cursor): (UserID, Medal.Kind?, String) in [
            (ana, .gold, all), (ana, nil, gold), (ana, .silver, gold), (bo, nil, all),
            (ana, nil, ""), (ana, nil, "x"),
        ] {
            await #expect(throws: refusal) {
                _ = try await fixture.medals(of: user, kind, cursor: cursor)
            }
        }
    }

    @Test func `an unknown medal and a wrong limit are refused at their fields`() async throws {
        let fixture = Fixture()
        await #expect(throws: Refusal(ScoringError.medalUnknown, at: "/medal").fault) {
            _ = try await fixture.medals(of: ana, .unknown)
        }
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                _ = try await fixture.medals(of: ana, limit: limit)
            }
        }
        for limit in [1, 100] {
            #expect(try await fixture.medals(of: ana, limit: limit).items.isEmpty)
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        await #expect(throws: WireError.signInNeeded.fault) {
            _ = try await Fixture().scoring.call(
                ListMedals(user: ana),
                in: CallContext(peer: .gateway)
            )
        }
    }

    @Test func `a medal of a later release is listed as unknown`() async throws {
        let contest = try await won()
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO medals (id, family, is_hidden, is_progressive, is_repeatable, since)
                VALUES ('comet', 'comets', false, false, true, now())
                """
            )
            _ = try await tx.run(
                """
                INSERT INTO awards (id, user_id, medal, cause, earned_at)
                VALUES (gen_random_uuid(), \(ana), 'comet', 'x', \(clock.now + .seconds(1)))
                """
            )
        }
        let medal = try #require(try await contest.fixture.medals(of: ana).items.first)
        #expect(medal.medal == .unknown && medal.family == .unknown)
        #expect(medal.challenge == nil)
    }
}
