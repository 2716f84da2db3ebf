import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire
import Zones

@testable import Challenges
@testable import Contests

/// Who is in a contest, as each person sees it (FR-41, FR-45, 2.10-ranking).
@Suite(.freshDatabase(Challenges.migrations))
struct ListParticipantsTests {
    /// A whole list, read page by page.
    private func list(
        _ crew: Crew,
        as user: UserID,
        _ state: Participant.State? = nil,
        limit: Int? = nil
    ) async throws -> [Participant] {
        var call = ListParticipants(contest: crew.id, state: state, limit: limit)
        var people: [Participant] = []
        repeat {
            let page = try await crew.scene.ask(call, as: user)
            people += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return people
    }

    @Test func `who is in it is listed by id, page by page`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        var people = [scene.ana]
        for _ in 0..<6 {
            people.append(try await crew.someone())
            try await crew.join(people[people.count - 1])
        }
        try await crew.invite(scene.bo)
        try await crew.log(4, by: people[1])
        let all = try await list(crew, as: scene.cy)
        #expect(all.map(\.user.id) == people.sorted())
        #expect(all.allSatisfy { $0.state == .joined })
        let one = try #require(all.first { $0.user.id == people[1] })
        #expect(one.value == Amount(whole: 4))
        #expect(one.score == Amount(whole: 4))
        #expect(one.entries == 1)
        #expect(one.joinedAt == scene.clock.now)
        for limit in [1, 2, 3, 6, 7, 8] {
            #expect(try await list(crew, as: scene.cy, limit: limit) == all)
        }
    }

    @Test func `a page has twenty people`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let invitees = (0..<21).map { _ in UserID() }
        let invite = InviteToContest(contest: crew.id, invitees: invitees)
        _ = try await scene.ask(invite, as: scene.ana)
        let call = ListParticipants(contest: crew.id, state: .invited)
        let first = try await scene.ask(call, as: scene.ana)
        #expect(first.items.map(\.user.id) == Array(invitees.sorted().prefix(20)))
        var next = call
        next.cursor = first.nextCursor
        let last = try await scene.ask(next, as: scene.ana)
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
    }

    @Test(arguments: [0, 101])
    func `a page of another size is refused`(limit: Int) async throws {
        let crew = try await Crew.form()
        let call = ListParticipants(contest: crew.id, limit: limit)
        let code = "challenges.limit_invalid"
        #expect(await crew.refusal(of: call, as: crew.scene.ana) == [code, "/limit \(code)"])
    }

    @Test func `a cursor of another list, contest or state is refused`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let other = try await Crew.form(in: scene)
        try await crew.invite(scene.bo, scene.cy)
        try await other.join(scene.bo)
        let page = ListParticipants(contest: crew.id, state: .invited, limit: 1)
        let invited = try #require(try await scene.ask(page, as: scene.ana).nextCursor)
        let elsewhere = ListParticipants(contest: other.id, limit: 1)
        let joined = try #require(try await scene.ask(elsewhere, as: scene.ana).nextCursor)
        let likes = PageCursor<ChallengeID, String, UserID, Int>("likes")
        let own = PageCursor<ChallengeID, String, UserID, Int>("participants")
        let wrong = [
            likes.text(crew.id, "joined", scene.bo, 0), own.text(crew.id, "joined", scene.bo, -1),
        ]
        let code = "challenges.cursor_invalid"
        for cursor in [invited, joined, "x", ""] + wrong {
            let call = ListParticipants(contest: crew.id, cursor: cursor)
            let refusal = await crew.refusal(of: call, as: scene.ana)
            #expect(refusal == [code, "/cursor \(code)"], "\(cursor)")
        }
        let unknown = ListParticipants(contest: crew.id, state: .unknown)
        let stateUnknown = "challenges.state_unknown"
        #expect(
            await crew.refusal(of: unknown, as: scene.ana) == [
                stateUnknown, "/state \(stateUnknown)",
            ]
        )
    }

    @Test func `who is invited sees names alone, and how they stand themselves`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.log(4, by: scene.ana)
        try await crew.invite(scene.bo, scene.cy)
        try await crew.join(scene.cy)
        let seen = try await list(crew, as: scene.bo)
        let names = [scene.ana, scene.cy].sorted().map { user in
            Participant(user: FakeIdentity.card(user).person, state: .joined)
        }
        #expect(seen == names)
        let inside = try await list(crew, as: scene.cy)
        #expect(inside.compactMap(\.value) == [Amount(whole: 4)])
    }

    @Test func `who stands to it otherwise is shown to its owner`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        let states = [
            Participant.State.invited, .requested, .declined, .refused, .left, .removed, .lapsed,
        ]
        var people: [Participant.State: UserID] = [:]
        for state in states { people[state] = try await crew.someone() }
        let asked = try #require(people[.requested])
        let refused = try #require(people[.refused])
        try await crew.join(asked, refused)
        _ = try await scene.ask(RefuseParticipant(contest: crew.id, user: refused), as: scene.ana)
        for state in [Participant.State.invited, .declined, .left, .removed, .lapsed] {
            let user = try #require(people[state])
            try await crew.invite(user)
            switch state {
            case .declined: _ = try await scene.ask(DeclineContest(contest: crew.id), as: user)
            case .left, .removed: try await crew.join(user)
            case .lapsed: try await crew.remove(user)
            default: break
            }
            if state == .left { try await crew.leave(user) }
            if state == .removed { try await crew.remove(user) }
        }
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        for state in states {
            var expected = [try #require(people[state])]
            let seen = try await list(crew, as: scene.ana, state)
            #expect(seen.map(\.user.id) == expected, "\(state)")
            #expect(seen.map(\.state) == [state])
            #expect(seen.allSatisfy { $0.value == nil && $0.entries == nil })
            let call = ListParticipants(contest: crew.id, state: state)
            expected.append(scene.bo)
            expected.append(scene.cy)
            for user in expected {
                let refusal = await crew.refusal(of: call, as: user)
                #expect(refusal == ["challenges.not_your_part"], "\(state)")
            }
        }
    }

    @Test func `who may invite sees who is invited`() async throws {
        let crew = try await Crew.form { $0.membersMayInvite = true }
        let scene = crew.scene
        try await crew.join(scene.cy)
        try await crew.invite(scene.bo)
        let invited = try await list(crew, as: scene.cy, .invited)
        #expect(invited.map(\.user.id) == [scene.bo])
        #expect(invited.map(\.invitedBy) == [nil], "who invited is not told to others")
        #expect(invited.map(\.invitedAt) == [nil])
        let other = try await crew.someone()
        try await crew.invite(other, by: scene.cy)
        let mine = try await list(crew, as: scene.cy, .invited)
        #expect(mine.first { $0.user.id == other }?.invitedBy == scene.cy)
        let call = ListParticipants(contest: crew.id, state: .requested)
        #expect(await crew.refusal(of: call, as: scene.cy) == ["challenges.not_your_part"])
    }

    @Test func `the two sides of a block have placeholders, which keep their place`()
        async throws
    {
        let crew = try await Crew.form { $0.membersMayInvite = true }
        let scene = crew.scene
        let asked = try await crew.someone()
        try await crew.join(scene.bo, scene.cy)
        try await crew.log(4, by: scene.bo)
        try await crew.invite(asked, by: scene.bo)
        try await scene.relate(scene.bo, scene.cy, .blocked)
        try await scene.relate(asked, scene.cy, .blocked)
        for (viewer, other) in [(scene.bo, scene.cy), (scene.cy, scene.bo)] {
            let seen = try await list(crew, as: viewer)
            #expect(seen.count == 3)
            #expect(!seen.contains { $0.user.id == other })
            #expect(seen.count { $0.user == .hidden } == 1)
            #expect(seen.compactMap(\.value) == [Amount(whole: 4)])
        }
        #expect(try await list(crew, as: scene.ana).allSatisfy { $0.user != .hidden })
        // Who is not in it has no place, and is left out.
        #expect(try await list(crew, as: scene.cy, .invited).isEmpty)
        #expect(try await list(crew, as: scene.bo, .invited).count == 1)
    }

    @Test func `pages stay whole where placeholders stand for people`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        var people: [UserID] = []
        for _ in 0..<6 { people.append(try await crew.someone()) }
        people.sort()
        for user in people { try await crew.join(user) }
        // The first, two in a row, and the last.
        let hidden = [0, 2, 3, 5].map { people[$0] }
        for user in hidden { try await scene.relate(user, scene.cy, .blocked) }
        let all = try await list(crew, as: scene.cy)
        #expect(all.count == 7)
        #expect(all.count { $0.user == .hidden } == 4)
        for limit in 1...6 {
            #expect(try await list(crew, as: scene.cy, limit: limit) == all)
        }
    }

    /// A process of the previous release counted those for whom placeholders stand.
    @Test func `a cursor of the previous release goes on behind the last person shown`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        for _ in 0..<3 { try await crew.join(crew.someone()) }
        let all = try await list(crew, as: scene.cy).map(\.user.id)
        let cursor = PageCursor<ChallengeID, String, UserID, Int>("participants")
        for (user, skipped, expected) in [
            (all[1], 0, Array(all[2...])), (all[1], 1, Array(all[2...])),
            (UserID(.lowest), 2, all), (UserID(.lowest), 0, all),
        ] {
            let text = cursor.text(crew.id, "joined", user, skipped)
            let call = ListParticipants(contest: crew.id, cursor: text)
            let page = try await scene.ask(call, as: scene.cy)
            #expect(page.items.map(\.user.id) == expected)
        }
    }

    /// Accounts of an earlier release may have these ids (2.14-ids).
    @Test func `the list begins with the lowest of all ids, and ends with the highest`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        for user in [UserID(.lowest), UserID(.highest)] {
            try await scene.know(user)
            try await crew.join(user)
        }
        let all = try await list(crew, as: scene.cy)
        #expect(all.map(\.user.id) == [UserID(.lowest), scene.ana, UserID(.highest)])
        for limit in 1...3 { #expect(try await list(crew, as: scene.cy, limit: limit) == all) }
    }

    @Test(arguments: [AccountStanding.hidden, .suspended, .deleted])
    func `people who are not active are left out until they are`(
        standing: AccountStanding
    ) async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let user = try await crew.someone()
        try await crew.join(user)
        try await scene.know(user, standing: standing, version: 2)
        #expect(try await list(crew, as: scene.ana).map(\.user.id) == [scene.ana])
        try await scene.know(user, version: 3)
        #expect(try await list(crew, as: scene.ana).count == 2)
    }

    @Test(arguments: [
        (AccountStanding.hidden, Person.hidden), (.suspended, .hidden), (.deleted, .deleted),
    ])
    func `a result keeps the places of people who are not active`(
        standing: AccountStanding,
        placeholder: Person
    ) async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let (user, left) = (try await crew.someone(), try await crew.someone())
        try await crew.join(user, left)
        try await crew.leave(left)
        try await scene.know(user, standing: standing, version: 2)
        try await scene.know(left, standing: standing, version: 2)
        try await crew.pass(Crew.duration)
        #expect(try await list(crew, as: scene.ana).count == 1)
        try await crew.pass(Crew.settling)
        for limit in [1, 2] {
            let seen = try await list(crew, as: scene.ana, limit: limit)
            #expect(seen.count == 2)
            #expect(seen.count { $0.user == placeholder } == 1)
        }
        // Who was in it no more has no place.
        #expect(try await list(crew, as: scene.ana, .left).isEmpty)
    }

    @Test func `what a phone measures is seen by oneself alone where there are percents`()
        async throws
    {
        let scene = Scene()
        let crew = try await Crew.form(in: scene) {
            $0.endsAt = nil
            $0.unit = nil
            $0.metric = .steps
            $0.timeZone = "UTC"
            $0.startsOn = CivilDate(year: 2023, month: 11, day: 14)
            $0.endsOn = CivilDate(year: 2023, month: 11, day: 20)
            $0.score = .percent
            $0.target = Amount(whole: 10_000)
        }
        try await crew.join(scene.bo, target: Amount(whole: 20_000))
        try await crew.log(5_000, by: scene.bo)
        let own = try #require(try await list(crew, as: scene.bo).first { $0.user.id == scene.bo })
        #expect(own.value == Amount(whole: 5_000))
        let seen = try #require(
            try await list(crew, as: scene.ana).first { $0.user.id == scene.bo }
        )
        #expect(seen.value == nil)
        #expect(seen.score == Amount(whole: 25))
        #expect(seen.target == Amount(whole: 20_000))
    }

    // 2.10-percents
    @Test func `of others there are whole percents and days, where a phone measures percents`()
        async throws
    {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            metric: .steps,
            score: .percent,
            timeZone: "Atlantic/Azores"
        )
        let logged = try await LoggedContest.store(contest, in: scene, target: .of("17000"))
        let crew = Crew(scene: scene, id: logged.id)
        let zone = contest.zone
        for (amount, whole) in [("7345", 43), ("9654", 99), ("1", 100)] as [(String, Int64)] {
            scene.clock.advance(by: .minutes(1))
            let now = scene.clock.now
            try await logged.log(amount)
            let start = zone.start(of: zone.day(of: now))
            try #require(start != now)
            for viewer in [scene.ana, scene.cy] {
                let all = try await list(crew, as: viewer)
                let seen = try #require(all.first { $0.user.id == scene.bo })
                #expect(seen.score == Amount(whole: whole))
                #expect(seen.value == nil)
                #expect(seen.reachedAt == start)
                #expect(seen.completedAt == (whole == 100 ? start : nil))
            }
            let exact = try await logged.standing()
            let own = try #require(
                try await list(crew, as: scene.bo).first { $0.user.id == scene.bo }
            )
            #expect(own.score == exact.score && own.value == exact.value)
            #expect(own.reachedAt == now)
            #expect(own.completedAt == (whole == 100 ? now : nil))
            let me = try await crew.seen(by: scene.bo).me
            #expect(me?.score == exact.score && me?.reachedAt == now)
        }
        let told = try #require(try await logged.told())
        #expect(told.score == .of("100") && told.reachedAt == scene.clock.now)
    }

    @Test func `who left sees who is in it once there is a result`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo, scene.cy)
        try await crew.join(scene.bo, scene.cy)
        try await crew.leave(scene.bo)
        let call = ListParticipants(contest: crew.id)
        #expect(await crew.refusal(of: call, as: scene.bo) == ["challenges.not_your_part"])
        try await crew.pass(Crew.duration)
        try await crew.pass(Crew.settling)
        #expect(try await list(crew, as: scene.bo).count == 2)
    }

    @Test func `what one cannot see has no people`() async throws {
        try await Crew.expectNotFound { ListParticipants(contest: $0.id) }
    }
}
