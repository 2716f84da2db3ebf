import Hummingbird
import IdentityAPI

extension CallRoute {
    /// The routes of the caller's inbox.
    static let inbox: [CallRoute] = [
        CallRoute(.get, "inbox", ListNotices.self, to: \.identity),
        CallRoute(.get, "inbox/counts", CountNotices.self, to: \.identity),
        CallRoute(.post, "inbox/seen", SeeNotices.self, to: \.identity),
        CallRoute(
            .delete,
            "inbox/{id}",
            DismissNotice.self,
            to: \.identity,
            status: .noContent,
            ["notice": .path("id")]
        ),
    ]
}
