import ChallengesAPI
import RPC

extension Assignments {
    func submitAssignment(
        _ call: SubmitAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await takeWithAttempt(call, in: context)
    }
}

extension SubmitAssignment: AttemptMove {
    var move: AssignmentLife.Move { .submit(seconds: seconds) }
    var outcome: Attempt.Outcome { .waiting }
}
