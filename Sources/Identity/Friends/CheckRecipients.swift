import IdentityAPI
import Identifiers
import Postgres
import RPC
import Wire

extension Identity {
    func checkRecipients(
        _ call: CheckRecipients,
        in context: CallContext
    ) async throws -> CheckRecipients.Reply {
        guard CheckRecipients.recipientsLimit.contains(call.recipients.count) else {
            throw Refusal(IdentityError.tooManyPeople, at: "/recipients")
        }
        let everybody = Array(Set(call.recipients + [call.sender]))
        let cards = Dictionary(
            uniqueKeysWithValues: try await database.cards(everybody).map { ($0.person.id, $0) }
        )
        guard let sender = cards[call.sender] else {
            throw Refusal(IdentityError.personUnknown, at: "/sender")
        }
        let relations = try await database.relations(of: call.sender, with: everybody)
        let accepting = try await database.acceptingChallenges(everybody)
        let recipients = call.recipients.map { user in
            CheckRecipients.Recipient(
                user: user,
                card: cards[user],
                standing: Self.standing(
                    isKnown: cards[user] != nil,
                    relations[user]?.relation,
                    isAccepting: accepting.contains(user)
                ),
                relationVersion: relations[user]?.version
            )
        }
        return CheckRecipients.Reply(sender: sender, recipients: recipients)
    }

    private static func standing(
        isKnown: Bool,
        _ relation: Relation?,
        isAccepting: Bool
    ) -> CheckRecipients.Standing {
        guard isKnown else { return .unknown }
        guard relation == .friends else { return .notFriend }
        return isAccepting ? .friend : .notAccepting
    }
}
