import Identifiers
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func checkPairs(_ call: CheckPairs, in context: CallContext) async throws -> CheckPairs.Reply {
        guard CheckPairs.recipientsLimit.contains(call.recipients.count) else {
            throw Refusal(ScoringError.tooManyPeople, at: "/recipients")
        }
        let others = call.recipients.filter { $0 != call.sender }
        guard payment.isCapped else { return CheckPairs.Reply(paid: others) }
        let now = now()
        func day(_ other: UserID) -> PairDay { PairDay(Pair(call.sender, other), at: now) }
        let paid = try await database.paid(Set(others.map(day)))
        return CheckPairs.Reply(
            paid: others.filter { payment.pays(after: paid[day($0), default: 0]) }
        )
    }
}
