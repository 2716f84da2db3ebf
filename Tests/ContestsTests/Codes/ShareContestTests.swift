import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct ShareContestTests {
    @Test func `every viewer of a public contest may share it, which gives no access`()
        async throws
    {
        let it = try await CodeScene(.public)
        let (dee, eve) = (UserID(), UserID())
        let call = ShareContest(contest: it.contest, recipients: [dee, eve])
        for sharer in [it.ana, it.bo, it.cy] {
            #expect(try await it.scene.ask(call, as: sharer) == Nothing())
        }
        let told = try await it.scene.emitted(PeopleTold.self).filter { $0.kind == .contestShared }
        #expect(told.count == 3)
        #expect(told.allSatisfy { Set($0.people) == [dee, eve] })
        #expect(told.map(\.actor) == [it.ana, it.bo, it.cy])
        #expect(told.map(\.cause) == [it.ana, it.bo, it.cy].map { "\(it.contest)/\($0)" })
        #expect(told.allSatisfy { $0.challenge == it.contest })
        #expect(told.allSatisfy { $0.subject == Notice.Subject(contest: it.contest) })
        #expect(told.allSatisfy { $0.name == "Water" })
        #expect(try await it.part(of: dee) == nil)
    }

    @Test func `the same person is told once by each`() async throws {
        let it = try await CodeScene(.public)
        let call = ShareContest(contest: it.contest, recipients: [it.cy])
        for _ in 1...2 { _ = try await it.scene.ask(call, as: it.ana) }
        let told = try await it.scene.emitted(PeopleTold.self).filter { $0.kind == .contestShared }
        // The inbox keeps one notice of a kind and a cause.
        #expect(Set(told.map(\.cause)).count == 1)
    }

    @Test(arguments: [ContestVisibility.private, .friends, .link])
    func `only what is public is shared`(visibility: ContestVisibility) async throws {
        let it = try await CodeScene(visibility)
        let call = ShareContest(contest: it.contest, recipients: [it.cy])
        #expect(await it.scene.fault(call, as: it.ana) == ChallengesError.contestPrivate.fault)
        #expect(await it.scene.fault(call, as: it.bo) == ChallengesError.contestPrivate.fault)
        let stranger = ShareContest(contest: it.contest, recipients: [it.bo])
        #expect(await it.scene.fault(stranger, as: it.cy) == ChallengesError.contestNotFound.fault)
        #expect(try await it.told(.contestShared) == [])
    }

    @Test func `a contest that the caller does not see is not shared`() async throws {
        let it = try await CodeScene(.public)
        let notFound = ChallengesError.contestNotFound.fault
        let call = ShareContest(contest: it.contest, recipients: [it.bo])
        try await it.scene.relate(it.ana, it.cy, .blocked)
        #expect(await it.scene.fault(call, as: it.cy) == notFound)
        let unknown = ShareContest(contest: ChallengeID(), recipients: [it.bo])
        #expect(await it.scene.fault(unknown, as: it.ana) == notFound)
        #expect(
            it.scene.identity.asked == 1,
            "identityd was asked about more than Ana's invitation"
        )
    }

    @Test func `a draft and what is over are not shared`() async throws {
        let it = try await CodeScene(.public)
        let end = it.scene.clock.now + .days(1)
        let create = CreateContest(
            name: "Steps",
            unit: "steps",
            visibility: .public,
            endsAt: end,
            draft: true
        )
        let draft = try await it.scene.ask(create, as: it.ana).id
        let early = ShareContest(contest: draft, recipients: [it.cy])
        #expect(await it.scene.fault(early, as: it.ana) == ChallengesError.wrongState.fault)
        let call = ShareContest(contest: it.contest, recipients: [it.cy])
        it.scene.clock.advance(by: .days(10) - .tick)
        #expect(await it.scene.fault(call, as: it.ana) == nil)
        it.scene.clock.advance(by: .tick)
        #expect(await it.scene.fault(call, as: it.ana) == ChallengesError.contestOver.fault)
    }

    @Test func `where nobody joins after the start it is not shared from then on`() async throws {
        let it = try await CodeScene(.public, startsIn: .hours(1), locksLate: true)
        let call = ShareContest(contest: it.contest, recipients: [it.cy])
        let get = GetContest(contest: it.contest)
        it.scene.clock.advance(by: .hours(1) - .tick)
        #expect(try await it.scene.ask(get, as: it.bo).actions.contains(.share))
        #expect(await it.scene.fault(call, as: it.bo) == nil)
        it.scene.clock.advance(by: .tick)
        #expect(try await !it.scene.ask(get, as: it.bo).actions.contains(.share))
        #expect(await it.scene.fault(call, as: it.bo) == ChallengesError.tooLate.fault)
    }

    @Test func `recipients are 1 to 100, each once, and not oneself`() async throws {
        let it = try await CodeScene(.public)
        for count in [0, 101] {
            let call = ShareContest(
                contest: it.contest,
                recipients: (0..<count).map { _ in UserID() }
            )
            let fault = await it.scene.fault(call, as: it.ana)
            #expect(fault?.said == ["/recipients challenges.recipients_invalid"])
        }
        let dee = UserID()
        let call = ShareContest(contest: it.contest, recipients: [dee, it.ana, dee])
        #expect(
            await it.scene.fault(call, as: it.ana)?.said == [
                "/recipients/1 challenges.recipient_is_oneself",
                "/recipients/2 challenges.recipient_repeated",
            ]
        )
        let many = ShareContest(
            contest: it.contest,
            recipients: (0..<100).map { _ in UserID() }
        )
        #expect(await it.scene.fault(many, as: it.ana) == nil)
    }

    @Test func `only friends who take challenges are shown it`() async throws {
        let it = try await CodeScene(.public)
        let users = (0..<4).map { _ in UserID() }
        it.scene.identity.set(.notFriend, of: users[0])
        it.scene.identity.set(.unknown, of: users[1])
        it.scene.identity.set(.notAccepting, of: users[3])
        let call = ShareContest(contest: it.contest, recipients: users)
        #expect(
            await it.scene.fault(call, as: it.ana)?.said == [
                "/recipients/0 challenges.not_friends", "/recipients/1 challenges.not_friends",
                "/recipients/3 challenges.not_accepting",
            ]
        )
        #expect(try await it.told(.contestShared) == [])
        it.scene.identity.set(.unknown, of: it.cy)
        let lost = ShareContest(contest: it.contest, recipients: [it.bo])
        #expect(await it.scene.fault(lost, as: it.cy) == WireError.signInNeeded.fault)
    }

    @Test func `who is in it, owns it, was removed or is blocked with the owner is not told`()
        async throws
    {
        let it = try await CodeScene(.public)
        let (dee, eve, fay) = (UserID(), UserID(), UserID())
        for user in [dee, eve] {
            _ = try await it.scene.ask(JoinContest(contest: it.contest), as: user)
        }
        _ = try await it.scene.ask(RemoveParticipant(contest: it.contest, user: dee), as: it.ana)
        _ = try await it.scene.ask(LeaveContest(contest: it.contest), as: eve)
        try await it.scene.relate(it.ana, fay, .blocked)
        let call = ShareContest(
            contest: it.contest,
            recipients: [it.ana, it.bo, dee, eve, fay]
        )
        #expect(try await it.scene.ask(call, as: it.cy) == Nothing())
        #expect(try await it.told(.contestShared) == [[eve]])
        let nobody = ShareContest(contest: it.contest, recipients: [it.bo])
        #expect(try await it.scene.ask(nobody, as: it.ana) == Nothing())
        #expect(try await it.told(.contestShared) == [[eve]])
    }

    @Test func `a lost reply is given again, though the friendship has ended`() async throws {
        let it = try await CodeScene(.public)
        let call = ShareContest(contest: it.contest, recipients: [it.cy])
        _ = try await it.scene.ask(call, as: it.ana, key: "k")
        it.scene.identity.set(.notFriend, of: it.cy)
        _ = try await it.scene.ask(call, as: it.ana, key: "k")
        #expect(try await it.told(.contestShared) == [[it.cy]])
        let other = ShareContest(contest: it.contest, recipients: [UserID()])
        let reused = WireError.keyReused.fault
        #expect(await it.scene.fault(other, as: it.ana, key: "k") == reused)
        #expect(await it.scene.fault(call, as: it.ana)?.code == "challenges.not_friends")
    }

    @Test func `sharing requires signing in`() async throws {
        let it = try await CodeScene(.public)
        let call = ShareContest(contest: it.contest, recipients: [it.cy])
        await #expect(throws: WireError.signInNeeded.fault) {
            try await it.scene.board.call(call, in: CallContext())
        }
    }
}
