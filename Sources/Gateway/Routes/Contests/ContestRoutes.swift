import ChallengesAPI
import HTTPTypes
import Hummingbird
import ScoringAPI
import Wire

extension CallRoute {
    /// The routes that create, list, change and move contests, and those of their participants.
    static let contests: [CallRoute] = contestLife + contestPeople

    private static let contestLife: [CallRoute] = [
        CallRoute(
            .post,
            "contests",
            CreateContest.self,
            to: \.challenges,
            status: .created,
            ["languages": .acceptLanguage]
        ),
        CallRoute(.get, "contests", ListContests.self, to: \.challenges),
        CallRoute(
            .get,
            "contests/{id}",
            GetContest.self,
            to: \.challenges,
            ["contest": .path("id")]
        ),
        CallRoute(
            .patch,
            "contests/{id}",
            ChangeContest.self,
            to: \.challenges,
            ["contest": .path("id"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "contests/{id}",
            DeleteContest.self,
            to: \.challenges,
            status: .noContent,
            ["contest": .path("id"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .get,
            "users/{id}/challenges",
            ListProfileChallenges.self,
            to: \.challenges,
            ["user": .path("id")]
        ),
        contestMove("publish", PublishContest.self),
        contestMove("end", EndContest.self),
        contestMove("cancel", CancelContest.self),
        contestMove("hand-over", HandOverContest.self),
        CallRoute(
            .get,
            "contests/{id}/board",
            GetBoard.self,
            to: \.scoring,
            ["challenge": .path("id")]
        ),
    ]

    /// The routes that change who takes part in a contest. Each writes rows of the participant.
    static let contestPeople: [CallRoute] = [
        inContest(.post, "invitations", InviteToContest.self, onVersion),
        inContest(.post, "shares", ShareContest.self, status: .noContent),
        inContest(.post, "join", JoinContest.self, onVersion),
        inContest(.post, "decline", DeclineContest.self, onVersion),
        inContest(.post, "leave", LeaveContest.self, onVersion),
        inContest(.put, "target", SetTarget.self, onVersion),
        inContest(.post, "complete", CompleteContest.self, onVersion),
        inContest(.get, "participants", ListParticipants.self),
        participantMove("admit", AdmitParticipant.self),
        participantMove("refuse", RefuseParticipant.self),
        participantMove("remove", RemoveParticipant.self),
    ]

    /// A route that moves the contest itself to another state or owner.
    private static func contestMove<C: Call>(_ word: String, _ call: C.Type) -> CallRoute
    where C.Reply == Contest {
        CallRoute(
            .post,
            "contests/{id}/\(word)",
            call,
            to: \.challenges,
            ["contest": .path("id"), "ifVersion": .ifMatch]
        )
    }

    private static func inContest<C: Call>(
        _ method: HTTPRequest.Method,
        _ word: String,
        _ call: C.Type,
        _ sources: Sources = ["contest": .path("id")],
        status: HTTPResponse.Status = .ok
    ) -> CallRoute {
        CallRoute(
            method,
            "contests/{id}/\(word)",
            call,
            to: \.challenges,
            status: status,
            sources
        )
    }

    /// The sources of a call that names a contest and a version.
    private static let onVersion: Sources = ["contest": .path("id"), "ifVersion": .ifMatch]

    private static func participantMove<C: Call>(_ word: String, _ call: C.Type) -> CallRoute {
        CallRoute(
            .post,
            "contests/{id}/participants/{user}/\(word)",
            call,
            to: \.challenges,
            ["contest": .path("id"), "user": .path("user"), "ifVersion": .ifMatch]
        )
    }
}
