import ChallengesAPI
import Hummingbird
import Wire

extension CallRoute {
    /// The routes that list assignments and change their state. Each transition takes `If-Match`.
    static let assignments: [CallRoute] =
        [
            CallRoute(.get, "assignments", ListAssignments.self, to: \.challenges),
            CallRoute(
                .get,
                "assignments/{id}",
                GetAssignment.self,
                to: \.challenges,
                ["assignment": .path("id")]
            ),
        ] + [
            transition("read", ReadAssignment.self),
            transition("accept", AcceptAssignment.self),
            transition("start", StartAssignment.self),
            transition("deny", DenyAssignment.self),
            transition("submit", SubmitAssignment.self),
            transition("complete", CompleteAssignment.self),
            transition("retract", RetractSubmission.self),
            transition("give-up", GiveUpAssignment.self),
            transition("approve", ApproveSubmission.self),
            transition("try-again", TryAgain.self),
            transition("reject", RejectSubmission.self),
            transition("withdraw", WithdrawAssignment.self),
            transition("excuse", ExcuseAssignment.self),
        ]

    private static func transition<C: Call>(_ word: String, _ call: C.Type) -> CallRoute
    where C.Reply == Assignment {
        CallRoute(
            .post,
            "assignments/{id}/\(word)",
            call,
            to: \.challenges,
            ["assignment": .path("id"), "ifVersion": .ifMatch]
        )
    }
}
