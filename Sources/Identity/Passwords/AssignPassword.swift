import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func assignPassword(
        _ call: AssignPassword,
        in context: CallContext
    ) async throws -> AssignPassword.Reply {
        guard let account = try await database.credentials(Login(call.login))?.account else {
            throw Refusal(IdentityError.personUnknown, at: "/login")
        }
        var generator = SystemRandomNumberGenerator()
        let password = NewPassword(using: &generator)
        let hash = try await withPermit(context) { permit in
            try await passwords.hash(password, in: permit)
        }
        let now = now()
        try await database.transaction(in: context) { tx in
            guard try await tx.lockAccount(account.id).value else {
                throw Refusal(IdentityError.personUnknown, at: "/login")
            }
            try tx.setPasswordHash(of: account.id, to: hash, at: now)
            try tx.dropTickets(of: account.id)
            if let email = try await tx.addresses(of: account.id)?.email {
                try tx.post(.passwordChanged, of: account.id, to: email.text, at: now)
            }
            try await revoke(tx.endSessions(of: account.id, at: now), tx, at: now)
        }
        return AssignPassword.Reply(
            user: account.id,
            username: account.username,
            password: password.text
        )
    }
}
