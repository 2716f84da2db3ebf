import ChallengesAPI
import ChallengesTestKit
import Identifiers
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Deleting a draft (2.3-states).
@Suite(.freshDatabase(Challenges.migrations))
struct DeleteContestTests {
    @Test func `a draft goes without a trace`() async throws {
        let scene = Scene()
        let pictures = [MediaID(), MediaID()]
        let draft = try await scene.compete { call in
            (call.draft, call.invitees, call.mediaIDs) = (true, [scene.bo], pictures)
        }
        #expect(try await scene.rows(of: draft.id) == [1, 1, 0, 2])
        let call = DeleteContest(contest: draft.id)
        _ = try await scene.ask(call, as: scene.ana, key: "k")
        #expect(try await scene.rows(of: draft.id) == [0, 0, 0, 0])
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.media) == [pictures])
        #expect(released.map(\.cause) == ["contest:\(draft.id)"])
        #expect(try await scene.newsCount() == 0)
        // A lost reply comes again; otherwise there is no such contest any more.
        _ = try await scene.ask(call, as: scene.ana, key: "k")
        let refusal = ChallengesError.contestNotFound.fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        #expect(await scene.fault(GetContest(contest: draft.id), as: scene.ana) == refusal)
    }

    @Test func `what was published is not deleted`() async throws {
        let scene = Scene()
        let made = try await scene.compete()
        let call = DeleteContest(contest: made.id)
        let fault = await scene.fault(call, as: scene.ana)
        #expect(fault?.code == "challenges.wrong_state")
        #expect(fault?.contest == made)
        _ = try await scene.ask(CancelContest(contest: made.id), as: scene.ana)
        #expect(await scene.refusals(of: call) == ["challenges.wrong_state"])
        #expect(try await scene.rows(of: made.id) == [1, 1, 1, 0])
    }

    @Test func `a version that is no more is refused, and another user`() async throws {
        let scene = Scene()
        let draft = try await scene.compete { $0.draft = true }
        let stale = DeleteContest(contest: draft.id, ifVersion: 2)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest == draft)
        let call = DeleteContest(contest: draft.id, ifVersion: 1)
        let refusal = ChallengesError.contestNotFound.fault
        #expect(await scene.fault(call, as: scene.bo) == refusal)
        let joined = try await scene.compete(with: scene.bo)
        let others = await scene.fault(DeleteContest(contest: joined.id), as: scene.bo)
        #expect(others == ChallengesError.notYourPart.fault)
        _ = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.rows(of: draft.id) == [0, 0, 0, 0])
    }
}
