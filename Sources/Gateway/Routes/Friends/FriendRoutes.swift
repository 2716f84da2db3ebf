import Hummingbird
import IdentityAPI

extension CallRoute {
    /// The routes of friend requests and friends.
    static let friends: [CallRoute] = [
        CallRoute(
            .post,
            "friend-requests",
            SendFriendRequest.self,
            to: \.identity,
            status: .created
        ),
        CallRoute(.get, "friend-requests", ListFriendRequests.self, to: \.identity),
        CallRoute(
            .post,
            "friend-requests/{id}/accept",
            AnswerFriendRequest.self,
            to: \.identity,
            named: "acceptFriendRequest",
            ["request": .path("id"), "accept": .constant(true)]
        ),
        CallRoute(
            .post,
            "friend-requests/{id}/decline",
            AnswerFriendRequest.self,
            to: \.identity,
            named: "declineFriendRequest",
            ["request": .path("id"), "accept": .constant(false)]
        ),
        CallRoute(
            .delete,
            "friend-requests/{id}",
            WithdrawFriendRequest.self,
            to: \.identity,
            status: .noContent,
            ["request": .path("id")]
        ),
        CallRoute(.get, "friends", ListFriends.self, to: \.identity),
        CallRoute(
            .delete,
            "friends/{id}",
            RemoveFriend.self,
            to: \.identity,
            status: .noContent,
            ["user": .path("id")]
        ),
    ]
}
