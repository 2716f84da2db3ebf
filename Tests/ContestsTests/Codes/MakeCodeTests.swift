import ChallengesAPI
import ChallengesTestKit
import Identifiers
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

@Suite(.freshDatabase(Challenges.migrations))
struct MakeCodeTests {
    @Test func `the owner makes a code, which lives as long as the operator says`() async throws {
        let it = try await CodeScene()
        let now = it.scene.clock.now
        let made = try await it.scene.ask(MakeCode(contest: it.contest), as: it.ana)
        #expect(ContestCode.format.matches(made.code))
        #expect(made.url == "/v1/codes/\(made.code)")
        #expect(made.madeBy.id == it.ana)
        #expect(made.madeAt == now)
        #expect(made.uses == 0)
        #expect(made.usesMax == nil)
        #expect(made.expiresAt == now + .days(14))
        let end = now + .days(366)
        let call = MakeCode(contest: it.contest, usesMax: 10_000, expiresAt: end)
        let other = try await it.scene.ask(call, as: it.ana)
        #expect(other.code != made.code)
        #expect(other.usesMax == 10_000)
        #expect(other.expiresAt == end)
    }

    @Test func `participants make codes only if the contest allows it`() async throws {
        let closed = try await CodeScene()
        let refused = MakeCode(contest: closed.contest)
        let refusal = ChallengesError.mayNotInvite.fault
        #expect(await closed.scene.fault(refused, as: closed.bo) == refusal)
        let open = try await CodeScene(membersMayInvite: true)
        let made = try await open.scene.ask(MakeCode(contest: open.contest), as: open.bo)
        #expect(made.madeBy.id == open.bo)
    }

    @Test func `a non-participant makes no codes`() async throws {
        let hidden = try await CodeScene(membersMayInvite: true)
        let make = MakeCode(contest: hidden.contest)
        let notFound = ChallengesError.contestNotFound.fault
        #expect(await hidden.scene.fault(make, as: hidden.cy) == notFound)
        let unknown = MakeCode(contest: ChallengeID())
        #expect(await hidden.scene.fault(unknown, as: hidden.ana) == notFound)
        try await hidden.open(hidden.make(), as: hidden.cy)
        let refusal = ChallengesError.mayNotInvite.fault
        #expect(await hidden.scene.fault(make, as: hidden.cy) == refusal)
        let open = try await CodeScene(.public, membersMayInvite: true)
        #expect(await open.scene.fault(MakeCode(contest: open.contest), as: open.cy) == refusal)
    }

    @Test func `a draft has no codes`() async throws {
        let scene = Scene()
        let end = scene.clock.now + .days(1)
        let call = CreateContest(name: "Water", unit: "litres", endsAt: end, draft: true)
        let draft = try await scene.ask(call, as: scene.ana).id
        let make = MakeCode(contest: draft)
        #expect(await scene.fault(make, as: scene.ana) == ChallengesError.wrongState.fault)
        #expect(await scene.fault(make, as: scene.bo) == ChallengesError.contestNotFound.fault)
    }

    @Test func `a contest that is over has no new codes, even before its timer fires`() async throws
    {
        let over = ChallengesError.contestOver.fault
        let ended = try await CodeScene()
        let make = MakeCode(contest: ended.contest)
        ended.scene.clock.advance(by: .days(10) - .tick)
        #expect(await ended.scene.fault(make, as: ended.ana) == nil)
        ended.scene.clock.advance(by: .tick)
        #expect(await ended.scene.fault(make, as: ended.ana) == over)
        ended.scene.clock.advance(by: .days(2))
        #expect(await ended.scene.fault(make, as: ended.ana) == over)

        let cancelled = try await CodeScene()
        let cancel = CancelContest(contest: cancelled.contest)
        _ = try await cancelled.scene.ask(cancel, as: cancelled.ana)
        let again = MakeCode(contest: cancelled.contest)
        #expect(await cancelled.scene.fault(again, as: cancelled.ana) == over)
    }

    @Test func `where nobody joins after the start, there are codes until then`() async throws {
        let it = try await CodeScene(startsIn: .hours(1), locksLate: true)
        let make = MakeCode(contest: it.contest)
        it.scene.clock.advance(by: .hours(1) - .tick)
        #expect(await it.scene.fault(make, as: it.ana) == nil)
        it.scene.clock.advance(by: .tick)
        #expect(await it.scene.fault(make, as: it.ana) == ChallengesError.tooLate.fault)
    }

    @Test func `what is wrong is said at its field`() async throws {
        let it = try await CodeScene()
        let now = it.scene.clock.now
        let call = MakeCode(contest: it.contest, usesMax: 10_001, expiresAt: now)
        let fault = await it.scene.fault(call, as: it.ana)
        #expect(fault?.kind == .invalid)
        #expect(
            fault?.said == [
                "/usesMax challenges.uses_invalid", "/expiresAt challenges.expiry_invalid",
            ]
        )
    }

    @Test func `a user has a maximum number of open codes over all contests`() async throws {
        let it = try await CodeScene(
            membersMayInvite: true,
            rules: Rules(contests: ContestRules(codesOpen: 3))
        )
        let now = it.scene.clock.now
        let tooMany = ChallengesError.codesTooMany.fault
        let create = CreateContest(name: "Steps", unit: "steps", endsAt: now + .days(1))
        let other = try await it.scene.ask(create, as: it.ana).id

        let first = try await it.make()
        let second = try await it.make(usesMax: 1, expiresAt: now + .hours(1))
        _ = try await it.scene.ask(MakeCode(contest: other), as: it.ana)
        let make = MakeCode(contest: it.contest)
        #expect(await it.scene.fault(make, as: it.ana) == tooMany)
        #expect(await it.scene.fault(make, as: it.bo) == nil)

        // Each that is no longer open makes room for one.
        _ = try await it.scene.ask(RevokeCode(code: first), as: it.ana)
        let usedUp = try await it.make(usesMax: 1)
        #expect(await it.scene.fault(make, as: it.ana) == tooMany)
        try await it.open(usedUp, as: UserID())
        #expect(await it.scene.fault(make, as: it.ana) == nil)
        #expect(await it.scene.fault(make, as: it.ana) == tooMany)
        it.scene.clock.advance(by: .hours(1))
        #expect(await it.isDead(second, for: it.cy))
        #expect(await it.scene.fault(make, as: it.ana) == nil)
        #expect(await it.scene.fault(make, as: it.ana) == tooMany)
        _ = try await it.scene.ask(CancelContest(contest: other), as: it.ana)
        #expect(await it.scene.fault(make, as: it.ana) == nil)
        #expect(await it.scene.fault(make, as: it.ana) == tooMany)
    }

    @Test func `the twenty-first open code is one too many`() async throws {
        let it = try await CodeScene()
        for _ in 1...20 { _ = try await it.make() }
        let make = MakeCode(contest: it.contest)
        #expect(await it.scene.fault(make, as: it.ana) == ChallengesError.codesTooMany.fault)
    }

    @Test func `calls at the same time make no more codes than a user may have`() async throws {
        let it = try await CodeScene(rules: Rules(contests: ContestRules(codesOpen: 5)))
        let end = it.scene.clock.now + .days(1)
        let create = CreateContest(name: "Steps", unit: "steps", endsAt: end)
        let other = try await it.scene.ask(create, as: it.ana).id
        let calls = (0..<20).map { index in
            (it.ana, MakeCode(contest: index.isMultiple(of: 2) ? it.contest : other))
        }
        let faults = await it.scene.faults(calls)
        #expect(faults.count == 15)
        #expect(Set(faults) == [ChallengesError.codesTooMany.fault])
    }

    @Test func `a lost reply is given again, also when the code has expired since`() async throws {
        let it = try await CodeScene()
        let end = it.scene.clock.now + .hours(1)
        let call = MakeCode(contest: it.contest, expiresAt: end)
        let first = try await it.scene.ask(call, as: it.ana, key: "k")
        it.scene.clock.advance(by: .hours(2))
        #expect(try await it.scene.ask(call, as: it.ana, key: "k") == first)
        let listed = try await it.scene.ask(ListCodes(contest: it.contest), as: it.ana)
        #expect(listed.items.map(\.code) == [first.code])
    }

    @Test func `making a code requires signing in`() async throws {
        let it = try await CodeScene()
        await #expect(throws: WireError.signInNeeded.fault) {
            try await it.scene.board.call(MakeCode(contest: it.contest), in: CallContext())
        }
    }
}
