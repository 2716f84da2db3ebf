import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func resetPassword(_ call: ResetPassword, in context: CallContext) async throws -> SignedIn {
        let password = try NewPassword(call.password, at: "/password")
        try await refuseTicketGuesses(context)
        // Looked up before the password is hashed: guesses of tickets cost little.
        guard let ticket = Ticket(call.ticket),
            let stored = try await database.ticket(ticket, .reset, at: now())
        else { throw try await refusalOfTicket(context) }
        let hash = try await withPermit(context) { permit in
            try await passwords.hash(password, in: permit)
        }
        let now = now()
        let user = stored.account
        let session = try await database.transaction(in: context) { tx in
            guard try await tx.lockAccount(user).value,
                // Another reset, or another address, may have come first.
                try await tx.use(ticket, .reset, at: now) != nil,
                let addresses = try await tx.addresses(of: user), let email = addresses.email,
                email.folded == stored.email
            else { throw Refusal.ticketInvalid }
            // Someone else may have linked them before the address was proved.
            if addresses.verifiedAt == nil { try tx.deleteLogins(of: user) }
            try await tx.resetPasswordHash(of: user, to: hash, at: now)
            try tx.dropTickets(of: user)
            try tx.post(.passwordChanged, of: user, to: email.text, at: now)
            let ended = try await tx.endSessions(of: user, at: now)
            let session = try beginSession(of: user, in: context, tx, at: now)
            try await revoke(ended, tx, at: now)
            return session
        }
        guard let changed = try await database.credentials(user) else {
            throw WireError.signInNeeded
        }
        return try await signedIn(
            changed.account,
            isModerator: changed.isModerator,
            session,
            at: now
        )
    }
}
