import ChallengesAPI
import HTTPTypes
import Hummingbird
import Wire

extension CallRoute {
    /// The routes that log, show and change the entries of contests, and those of queries about
    /// them.
    static let entries: [CallRoute] = [
        CallRoute(
            .post,
            "contests/{id}/entries",
            AddEntry.self,
            to: \.challenges,
            status: .created,
            ["contest": .path("id")]
        ),
        CallRoute(
            .get,
            "contests/{id}/entries",
            ListEntries.self,
            to: \.challenges,
            ["contest": .path("id")]
        ),
        CallRoute(
            .get,
            "entries/{id}",
            GetEntry.self,
            to: \.challenges,
            ["entry": .path("id")]
        ),
        changing(.patch, "entries/{id}", ChangeEntry.self),
        CallRoute(
            .delete,
            "entries/{id}",
            DeleteEntry.self,
            to: \.challenges,
            status: .noContent,
            ["entry": .path("id"), "ifVersion": .ifMatch]
        ),
        changing(.post, "entries/{id}/query", QueryEntry.self),
        changing(.post, "entries/{id}/vote", VoteOnEntry.self),
        CallRoute(
            .delete,
            "entries/{id}/vote",
            WithdrawVote.self,
            to: \.challenges,
            ["entry": .path("id"), "ifVersion": .ifMatch]
        ),
        changing(.post, "entries/{id}/decide", DecideEntry.self),
    ]

    private static func changing<C: Call>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ call: C.Type
    ) -> CallRoute where C.Reply == Entry {
        CallRoute(
            method,
            path,
            call,
            to: \.challenges,
            ["entry": .path("id"), "ifVersion": .ifMatch]
        )
    }
}
