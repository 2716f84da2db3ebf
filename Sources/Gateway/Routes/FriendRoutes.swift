import Hummingbird
import IdentityAPI

extension Gateway {
    /// Adds the routes of friend requests and friends.
    func addFriends(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.post("friend-requests") { http, context in
            try await relay(SendFriendRequest.self, to: identity, http, context, status: .created)
        }
        signedIn.get("friend-requests") { http, context in
            try await relayQuery(ListFriendRequests.self, to: identity, http, context)
        }
        signedIn.post("friend-requests/{id}/accept") { http, context in
            try await answerRequest(true, http, context)
        }
        signedIn.post("friend-requests/{id}/decline") { http, context in
            try await answerRequest(false, http, context)
        }
        signedIn.delete("friend-requests/{id}") { http, context in
            let call = try WithdrawFriendRequest(request: context.id())
            return try await relay(call, to: identity, http, context, status: .noContent)
        }
        signedIn.get("friends") { http, context in
            try await relayQuery(ListFriends.self, to: identity, http, context)
        }
        signedIn.delete("friends/{id}") { http, context in
            let call = try RemoveFriend(user: context.id())
            return try await relay(call, to: identity, http, context, status: .noContent)
        }
    }

    private func answerRequest(
        _ accept: Bool,
        _ http: Request,
        _ context: GatewayContext
    ) async throws -> Response {
        let call = try AnswerFriendRequest(request: context.id(), accept: accept)
        try await http.emptyBody()
        return try await relay(call, to: identity, http, context)
    }
}
