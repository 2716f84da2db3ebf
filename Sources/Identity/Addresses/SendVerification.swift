import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func sendVerification(
        _ call: SendVerification,
        in context: CallContext
    ) async throws -> Nothing {
        let user = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.lockAccount(user).value,
                let addresses = try await tx.addresses(of: user)
            else { throw WireError.signInNeeded }
            guard let address = addresses.toProve else { throw IdentityError.nothingToVerify }
            try await tx.countMail(RateLimit.verifications(by: user, to: address, limits), at: now)
            try tx.post(.verification, of: user, to: address.text, at: now)
            return Nothing()
        }
    }
}
