import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

@Suite(.freshDatabase(Challenges.migrations))
struct OpenCodeTests {
    private static let notFound = ChallengesError.codeNotFound.fault

    @Test(arguments: [ContestVisibility.private, .friends, .link, .public])
    func `a user who opens a code is invited, sees the contest, and may join`(
        visibility: ContestVisibility
    ) async throws {
        let it = try await CodeScene(visibility, membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        let seen = try await it.open(code, as: it.cy)
        #expect(seen.id == it.contest)
        #expect(seen.me?.state == .invited)
        #expect(seen.me?.invitedBy == it.bo)
        #expect(seen.actions.contains(.join))
        let row = try #require(try await it.scene.database.participant(it.cy, of: it.contest))
        #expect(row.isByCode)
        #expect(row.invitedAt == it.scene.clock.now)
        #expect(try await it.uses(of: code) == 1)
        let joined = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        #expect(joined.isAttended)
    }

    @Test func `opening a code notifies nobody`() async throws {
        let it = try await CodeScene()
        let before = try await it.scene.newsCount()
        try await it.open(it.make(), as: it.cy)
        #expect(try await it.scene.newsCount() == before)
    }

    @Test func `who is in it, invited or asks to join uses none`() async throws {
        let it = try await CodeScene(needsApproval: true)
        let code = try await it.make(usesMax: 1)
        #expect(try await it.open(code, as: it.ana).me?.state == .joined)
        #expect(try await it.open(code, as: it.bo).me?.state == .joined)
        #expect(try await it.uses(of: code) == 0)
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
        #expect(try await it.uses(of: code) == 1)
        // It is used up, but not for whom it let in.
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
        let asked = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        #expect(asked.me?.state == .requested)
        #expect(try await it.open(code, as: it.cy).me?.state == .requested)
        let admit = AdmitParticipant(contest: it.contest, user: it.cy)
        _ = try await it.scene.ask(admit, as: it.ana)
        #expect(try await it.open(code, as: it.cy).me?.state == .joined)
        #expect(try await it.uses(of: code) == 1)
        #expect(await it.isDead(code, for: UserID()))
    }

    @Test func `an owner who does not play is not invited`() async throws {
        let scene = Scene()
        let end = scene.clock.now + .days(1)
        let create = CreateContest(
            name: "Water",
            unit: "litres",
            endsAt: end,
            authorPlays: false
        )
        let contest = try await scene.ask(create, as: scene.ana).id
        let code = try await scene.ask(MakeCode(contest: contest), as: scene.ana).code
        let seen = try await scene.ask(OpenCode(code: code), as: scene.ana)
        #expect(seen.me == nil)
        #expect(try await scene.database.code(code, for: nil)?.code.uses == 0)
    }

    @Test func `who declined or left is invited again, and has used the code once`() async throws {
        let it = try await CodeScene()
        let code = try await it.make()
        try await it.open(code, as: it.cy)
        _ = try await it.scene.ask(DeclineContest(contest: it.contest), as: it.cy)
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
        #expect(try await it.uses(of: code) == 1)
        _ = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        _ = try await it.scene.ask(LeaveContest(contest: it.contest), as: it.cy)
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
        #expect(try await it.uses(of: code) == 1)
    }

    @Test func `an invitation that the owner took back is no bar`() async throws {
        let it = try await CodeScene()
        let code = try await it.make()
        try await it.open(code, as: it.cy)
        let remove = RemoveParticipant(contest: it.contest, user: it.cy)
        _ = try await it.scene.ask(remove, as: it.ana)
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
    }

    @Test func `whom the owner removed or refused gets in by no code`() async throws {
        let it = try await CodeScene(needsApproval: true)
        let (code, dee) = (try await it.make(), UserID())
        let join = JoinContest(contest: it.contest)
        for user in [it.cy, dee] {
            try await it.open(code, as: user)
            _ = try await it.scene.ask(join, as: user)
        }
        let refuse = RefuseParticipant(contest: it.contest, user: it.cy)
        _ = try await it.scene.ask(refuse, as: it.ana)
        _ = try await it.scene.ask(AdmitParticipant(contest: it.contest, user: dee), as: it.ana)
        _ = try await it.scene.ask(RemoveParticipant(contest: it.contest, user: dee), as: it.ana)
        let before = try await it.uses(of: code)
        #expect(await it.isDead(code, for: it.cy))
        #expect(await it.isDead(code, for: dee))
        #expect(try await it.part(of: it.cy) == .refused)
        #expect(try await it.part(of: dee) == .removed)
        #expect(try await it.uses(of: code) == before)
    }

    @Test func `a code that cannot be used is answered like one that never was`() async throws {
        for (what, make) in CodeScene.dead {
            let it = try await CodeScene()
            let code = try await make(it)
            let fault = await it.scene.fault(OpenCode(code: code), as: it.cy)
            #expect(fault == Self.notFound, "\(what)")
            #expect(try await it.part(of: it.cy) == nil, "\(what)")
        }
    }

    @Test func `a block with the code's creator closes it, and no other block does`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let (code, other, dee) = (try await it.make(by: it.bo), try await it.make(), UserID())
        try await it.scene.relate(it.bo, it.cy, .blocked)
        try await it.scene.relate(dee, it.cy, .blocked)
        #expect(await it.isDead(code, for: it.cy))
        #expect(try await it.open(other, as: it.cy).me?.state == .invited)
        #expect(try await it.open(code, as: dee).me?.state == .invited)
    }

    @Test func `while who made a code is not active it lets nobody in`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        try await it.scene.set(.hidden, of: it.bo)
        #expect(await it.isDead(code, for: it.cy))
        try await it.scene.set(.active, of: it.bo, version: 3)
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
    }

    @Test func `codes of a removed participant are dead, and those of one who left are not`()
        async throws
    {
        let it = try await CodeScene(membersMayInvite: true)
        let dee = UserID()
        _ = try await it.scene.ask(
            InviteToContest(contest: it.contest, invitees: [dee]),
            as: it.ana
        )
        _ = try await it.scene.ask(JoinContest(contest: it.contest), as: dee)
        let (gone, left) = (try await it.make(by: it.bo), try await it.make(by: dee))
        let remove = RemoveParticipant(contest: it.contest, user: it.bo)
        _ = try await it.scene.ask(remove, as: it.ana)
        _ = try await it.scene.ask(LeaveContest(contest: it.contest), as: dee)
        #expect(await it.isDead(gone, for: it.cy))
        #expect(try await it.open(left, as: it.cy).me?.state == .invited)
    }

    @Test(arguments: [ContestVisibility.public, .link, .friends])
    func `what is made private kills its codes, and can have new ones`(
        visibility: ContestVisibility
    ) async throws {
        let it = try await CodeScene(visibility)
        let (code, dee) = (try await it.make(), UserID())
        try await it.open(code, as: dee)
        let narrow = ChangeContest(contest: it.contest, visibility: .private)
        _ = try await it.scene.ask(narrow, as: it.ana)
        #expect(await it.isDead(code, for: it.cy))
        #expect(try await it.part(of: dee) == .invited)
        #expect(try await it.open(it.make(), as: it.cy).me?.state == .invited)
    }

    @Test func `without late joining, codes are dead for non-participants after the start`()
        async throws
    {
        let it = try await CodeScene(startsIn: .hours(1), locksLate: true)
        let code = try await it.make()
        it.scene.clock.advance(by: .hours(1) - .tick)
        try await it.open(code, as: UserID())
        it.scene.clock.advance(by: .tick)
        #expect(await it.isDead(code, for: it.cy))
        #expect(try await it.open(code, as: it.bo).me?.state == .joined)
    }

    @Test func `a code of somebody who may no longer invite lets nobody in`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let (members, owners) = (try await it.make(by: it.bo), try await it.make())
        for may in [false, true] {
            let change = ChangeContest(contest: it.contest, membersMayInvite: may)
            _ = try await it.scene.ask(change, as: it.ana)
            #expect(await it.isDead(members, for: UserID()) == !may)
            let refusal = await it.scene.fault(GetCode(code: members), as: it.cy)
            #expect(refusal == (may ? nil : Self.notFound))
            #expect(await !it.isDead(owners, for: UserID()))
        }
        // A former owner is one of those who are in it.
        let close = ChangeContest(contest: it.contest, membersMayInvite: false)
        _ = try await it.scene.ask(close, as: it.ana)
        _ = try await it.scene.ask(HandOverContest(contest: it.contest, to: it.bo), as: it.ana)
        #expect(await it.isDead(owners, for: UserID()))
        #expect(await !it.isDead(members, for: UserID()))
    }

    @Test func `a code of one who handed the contest over asks for the new owner's relation`()
        async throws
    {
        let it = try await CodeScene(membersMayInvite: true)
        let (code, dee) = (try await it.make(), UserID())
        _ = try await it.scene.ask(HandOverContest(contest: it.contest, to: it.bo), as: it.ana)
        try await it.scene.relate(it.bo, it.cy, .blocked)
        #expect(await it.isDead(code, for: it.cy))
        #expect(try await it.open(code, as: dee).owner.id == it.bo)
    }

    @Test func `fifty people at once use a code as often as it may be`() async throws {
        let it = try await CodeScene()
        let code = try await it.make(usesMax: 10)
        let people = (0..<50).map { _ in UserID() }
        let faults = await it.scene.faults(people.map { ($0, OpenCode(code: code)) })
        #expect(faults.count == 40)
        #expect(Set(faults) == [Self.notFound])
        #expect(try await it.uses(of: code) == 10)
        let invited = try await it.scene.database.participants(of: it.contest, in: [.invited])
        #expect(invited.count == 10)
        #expect(Set(invited.map(\.user)).isSubset(of: people))
    }

    @Test func `one person who opens a code many times at once uses it once`() async throws {
        let it = try await CodeScene()
        let code = try await it.make(usesMax: 2)
        let calls = (0..<20).map { _ in (it.cy, OpenCode(code: code)) }
        #expect(await it.scene.faults(calls) == [])
        #expect(try await it.uses(of: code) == 1)
        #expect(try await it.part(of: it.cy) == .invited)
    }

    @Test func `who opens codes of one person again uses them once`() async throws {
        let it = try await CodeScene()
        let (code, other) = (try await it.make(usesMax: 2), try await it.make(usesMax: 1))
        for text in [code, code, other, code] {
            try await it.open(text, as: it.cy)
            _ = try await it.scene.ask(DeclineContest(contest: it.contest), as: it.cy)
        }
        #expect(try await it.uses(of: code) == 1)
        #expect(try await it.uses(of: other) == 0)
        // There is a use left for another, and after that they still have theirs.
        try await it.open(code, as: UserID())
        #expect(await it.isDead(code, for: UserID()))
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
        // Whom a person invited uses a code like everyone else.
        let dee = UserID()
        let invite = InviteToContest(contest: it.contest, invitees: [dee])
        _ = try await it.scene.ask(invite, as: it.ana)
        _ = try await it.scene.ask(DeclineContest(contest: it.contest), as: dee)
        try await it.open(other, as: dee)
        #expect(try await it.uses(of: other) == 1)
    }

    @Test func `a lost reply is given again, whatever became of the code`() async throws {
        let it = try await CodeScene()
        let (code, other) = (try await it.make(usesMax: 1), try await it.make())
        let call = OpenCode(code: code)
        let first = try await it.scene.ask(call, as: it.cy, key: "k")
        #expect(try await it.scene.ask(call, as: it.cy, key: "k") == first)
        #expect(try await it.uses(of: code) == 1)
        let reused = await it.scene.fault(OpenCode(code: other), as: it.cy, key: "k")
        #expect(reused == WireError.keyReused.fault)
        _ = try await it.scene.ask(RevokeCode(code: code), as: it.ana)
        #expect(try await it.scene.ask(call, as: it.cy, key: "k") == first)
        #expect(await it.scene.fault(call, as: it.cy) == Self.notFound)
        #expect(await it.scene.fault(call, as: UserID(), key: "k") == Self.notFound)
    }

    @Test func `another version of a contest that is seen is refused, and the code not used`()
        async throws
    {
        let it = try await CodeScene(.public)
        let code = try await it.make(usesMax: 1)
        let shown = try await it.scene.ask(GetContest(contest: it.contest), as: it.cy)
        for version in [shown.version + 1, shown.version - 1, -1] {
            let call = OpenCode(code: code, ifVersion: version)
            let fault = await it.scene.fault(call, as: it.cy)
            #expect(fault?.code == "challenges.version_stale")
            let current = try #require(fault?.current)
            #expect(try WireDecoder().decode(Contest.self, from: current) == shown)
        }
        #expect(try await it.uses(of: code) == 0)
        let call = OpenCode(code: code, ifVersion: shown.version)
        #expect(try await it.scene.ask(call, as: it.cy).me?.state == .invited)
        // A code that is not there says nothing of versions.
        _ = try await it.scene.ask(RevokeCode(code: code), as: it.ana)
        let stale = OpenCode(code: code, ifVersion: shown.version + 1)
        #expect(await it.scene.fault(stale, as: it.cy) == Self.notFound)
    }

    @Test func `a contest that is not seen yet has no version`() async throws {
        let it = try await CodeScene(.private)
        let code = try await it.make(usesMax: 1)
        let version = try await it.scene.ask(GetContest(contest: it.contest), as: it.ana).version
        let call = OpenCode(code: code, ifVersion: version)
        #expect(await it.scene.fault(call, as: it.cy) == ChallengesError.versionStale.fault)
        #expect(try await it.uses(of: code) == 0)
        try await it.open(code, as: it.cy)
        #expect(try await it.scene.ask(call, as: it.cy).version == version)
    }

    @Test func `who registered a moment ago is known from then on`() async throws {
        let it = try await CodeScene()
        #expect(try await it.scene.database.people([it.cy]).isEmpty)
        let seen = try await it.open(it.make(), as: it.cy)
        #expect(seen.me?.user == FakeIdentity.card(it.cy).person)
        #expect(try await it.scene.database.people([it.cy]).count == 1)
    }

    @Test func `opening a code requires signing in`() async throws {
        let it = try await CodeScene()
        let call = OpenCode(code: try await it.make())
        await #expect(throws: WireError.signInNeeded.fault) {
            try await it.scene.board.call(call, in: CallContext())
        }
    }
}
