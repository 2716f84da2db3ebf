import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func listCards(_ call: ListCards, in context: CallContext) async throws -> ListCards.Reply {
        guard ListCards.usersLimit.contains(call.users.count) else {
            throw Refusal(IdentityError.tooManyPeople, at: "/users")
        }
        return ListCards.Reply(cards: try await database.cards(call.users))
    }
}
