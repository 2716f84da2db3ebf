import ChallengesAPI
import ChallengesTestKit
import Identifiers
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// The whole life of a challenge over an unreliable connection, retried with the same keys until
/// each call succeeds.
@Suite(.freshDatabase(Challenges.migrations))
struct LostRepliesTests {
    @Test func `over an unreliable connection everything happens once`() async throws {
        for seed in UInt64(1)...20 {
            let scene = Scene()
            let line = FaultyCaller(scene.board, seed: seed)
            let create = CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy])
            let made = try await insist(create, as: scene.ana, over: line)
            let id = made.assignments[0].id
            _ = try await insist(ReadAssignment(assignment: id), as: scene.bo, over: line)
            _ = try await insist(AcceptAssignment(assignment: id), as: scene.bo, over: line)
            let pictures = [MediaID()]
            let submit = SubmitAssignment(assignment: id, mediaIDs: pictures)
            _ = try await insist(submit, as: scene.bo, over: line)
            _ = try await insist(
                TryAgain(assignment: id, reason: "Again."),
                as: scene.ana,
                over: line
            )
            _ = try await insist(submit.noted("Now?"), as: scene.bo, over: line)
            let approve = ApproveSubmission(assignment: id)
            let done = try await insist(approve, as: scene.ana, over: line)
            #expect(done.state == .done, "seed \(seed)")
            #expect(done.version == 7, "seed \(seed)")
            #expect(done.attempts.map(\.outcome) == [.tryAgain, .approved])
            #expect(await scene.list(as: scene.ana, .sender).count == 2)
            let told = try await scene.emitted(AssignmentDone.self).map(\.assignment)
            #expect(told.count { $0 == id } == 1, "seed \(seed)")
        }
    }

    /// Retries with one key until there is a reply.
    private func insist<C: Call>(
        _ call: C,
        as user: UserID,
        over line: FaultyCaller
    ) async throws -> C.Reply {
        let context = CallContext(user: user, idempotencyKey: "\(EventID())")
        var last: Fault?
        for _ in 0..<100 {
            do {
                return try await line.call(call, in: context)
            } catch {
                guard error.kind == .unavailable || error.kind == .expired else { throw error }
                last = error
            }
        }
        throw try #require(last)
    }
}

extension SubmitAssignment {
    /// The same with a note, which makes it a different call.
    fileprivate func noted(_ note: String) -> SubmitAssignment {
        var call = self
        call.note = note
        return call
    }
}
