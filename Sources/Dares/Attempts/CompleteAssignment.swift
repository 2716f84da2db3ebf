import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func completeAssignment(
        _ call: CompleteAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        guard call.isShowing else {
            try checkFields(of: call)
            return try await moves.take(call.move, as: call, in: context)
        }
        return try await takeWithAttempt(call, in: context)
    }
}

extension CompleteAssignment: AttemptMove {
    static let takesKeptTime = false
    var outcome: Attempt.Outcome { .approved }

    func move(seconds: Int?) -> AssignmentLife.Move {
        .complete(seconds: seconds, showing: isShowing)
    }

    /// Whether the call has an attempt.
    var isShowing: Bool {
        attempt != nil || note != nil || !(mediaIDs ?? []).isEmpty
    }
}
