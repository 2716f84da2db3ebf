import IdentityAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    /// The statements are the same for every login, and what follows is done later by the loop that
    /// sends mail, so that neither the answer nor its time tells whether there is an account.
    func requestReset(_ call: RequestReset, in context: CallContext) async throws -> Nothing {
        let now = now()
        // As text of a bounded length, for the count of logins without an account.
        let login = BoundedText(trimming: call.login, atMost: EmailAddress.bytesMax)?.text ?? ""
        return try await database.once(call, in: context, at: now) { tx in
            let mailbox = try await tx.mailbox(of: Login(login))
            let account = RateLimit.resets(of: mailbox?.user, login, limits)
            let network = RateLimit.resets(from: context.clientAddress, limits)
            let all = [account] + (network.map { [$0] } ?? [])
            try await tx.lock(all)
            let usages = try await tx.standings(of: all, at: now)
            if usages.count == 2, case .reached(let wait) = usages[1] {
                throw Refusal(IdentityError.mailsExhausted, retryAfterSeconds: wait.secondsToWait)
            }
            let isFree = usages[0] == .free
            // Beyond the limit nothing is sent, and nothing is counted, so that it ends.
            _ = try tx.count(isFree ? all : Array(all.dropFirst()), at: now)
            try tx.post(
                .reset,
                of: isFree ? mailbox?.user : nil,
                to: isFree ? mailbox?.email : nil,
                at: now
            )
            return Nothing()
        }
    }
}
