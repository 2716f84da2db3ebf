import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import Wire

extension Sending {
    func checkChallenge(
        _ call: CheckChallenge,
        in context: CallContext
    ) async throws -> CheckChallenge.Reply {
        let sender = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        if call.kind == .unknown { problems.add(.kindUnknown, at: "/kind") }
        problems.add(call.recipients, from: sender)
        try problems.refuse()
        let answers = try await standings(of: call.recipients, for: sender, in: context).recipients
        let eligible = answers.filter { $0.eligibility == .yes }.map(\.user)
        let paid = try await paid(eligible, by: sender, in: context)
        return CheckChallenge.Reply(
            items: answers.map { answer in
                CheckChallenge.Recipient(
                    user: answer.user,
                    may: answer.eligibility,
                    isPaid: paid.contains(answer.user)
                )
            }
        )
    }

    /// The recipients whose challenge would be paid. Scoring is called only if there is a cap
    /// (2.7-pair-day).
    private func paid(
        _ recipients: [UserID],
        by sender: UserID,
        in context: CallContext
    ) async throws -> Set<UserID> {
        guard rules.pointsPairDay > 0, !recipients.isEmpty else { return Set(recipients) }
        let check = CheckPairs(sender: sender, recipients: recipients)
        return Set(try await scoring.call(check, in: context).paid)
    }
}
