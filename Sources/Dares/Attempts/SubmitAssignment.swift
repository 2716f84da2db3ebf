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
    static let takesKeptTime = true
    var outcome: Attempt.Outcome { .waiting }

    func move(seconds: Int?) -> AssignmentLife.Move { .submit(seconds: seconds) }
}
