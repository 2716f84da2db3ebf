import ChallengesAPI
import Hummingbird
import Identifiers
import Values
import Wire

extension Gateway {
    /// Adds the routes to list assignments and to change their state. Each transition takes
    /// `If-Match`.
    func addAssignments(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.get("assignments") { http, context in
            try await relayQuery(ListAssignments.self, to: challenges, http, context)
        }
        signedIn.get("assignments/{id}") { http, context in
            let call = try GetAssignment(assignment: context.id())
            return try await relay(call, to: challenges, http, context)
        }
        let transitions = signedIn.group("assignments/{id}")
        on(transitions, "read", Nothing.self) { ReadAssignment(assignment: $0, ifVersion: $2) }
        on(transitions, "accept", Nothing.self) { AcceptAssignment(assignment: $0, ifVersion: $2) }
        on(transitions, "deny", MaybeReason.self) {
            DenyAssignment(assignment: $0, reason: $1.reason, ifVersion: $2)
        }
        on(transitions, "submit", Submission.self) {
            SubmitAssignment(
                assignment: $0,
                attempt: $1.attempt,
                note: $1.note,
                mediaIDs: $1.mediaIDs,
                ifVersion: $2
            )
        }
        on(transitions, "retract", Nothing.self) {
            RetractSubmission(assignment: $0, ifVersion: $2)
        }
        on(transitions, "give-up", Nothing.self) { GiveUpAssignment(assignment: $0, ifVersion: $2) }
        on(transitions, "approve", Nothing.self) {
            ApproveSubmission(assignment: $0, ifVersion: $2)
        }
        on(transitions, "try-again", SecondChance.self) {
            TryAgain(assignment: $0, reason: $1.reason, deadline: $1.deadline, ifVersion: $2)
        }
        on(transitions, "reject", Reason.self) {
            RejectSubmission(assignment: $0, reason: $1.reason, ifVersion: $2)
        }
        on(transitions, "withdraw", Nothing.self) {
            WithdrawAssignment(assignment: $0, ifVersion: $2)
        }
        on(transitions, "excuse", MaybeReason.self) {
            ExcuseAssignment(assignment: $0, reason: $1.reason, ifVersion: $2)
        }
    }

    /// Adds one transition: its name in the path, its body, and the call made from them.
    private func on<Body: Decodable & Sendable, C: Call>(
        _ transitions: RouterGroup<GatewayContext>,
        _ word: RouterPath,
        _ body: Body.Type,
        _ call: @escaping @Sendable (AssignmentID, Body, Int64?) -> C
    ) {
        transitions.post(word) { http, context in
            let assignment: AssignmentID = try context.id()
            let version = try http.ifVersion
            let call = try await call(assignment, http.body(Body.self), version)
            return try await relay(call, to: challenges, http, context)
        }
    }
}

private struct Reason: Decodable {
    let reason: String
}

private struct MaybeReason: Decodable {
    let reason: String?
}

private struct SecondChance: Decodable {
    let reason: String
    let deadline: Instant?
}

private struct Submission: Decodable {
    let attempt: AttemptID?
    let note: String?
    let mediaIDs: [MediaID]?
}
