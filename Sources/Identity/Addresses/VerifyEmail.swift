import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func verifyEmail(_ call: VerifyEmail, in context: CallContext) async throws -> Nothing {
        try await refuseTicketGuesses(context)
        let now = now()
        let isProved = try await verify(call, in: context, at: now)
        guard isProved else { throw try await refusalOfTicket(context) }
        return Nothing()
    }

    /// Proves the address of a ticket.
    ///
    /// - Returns: Whether the ticket was valid.
    private func verify(
        _ call: VerifyEmail,
        in context: CallContext,
        at now: Instant
    ) async throws -> Bool {
        do {
            _ = try await database.once(call, in: context, at: now) { tx in
                guard let ticket = Ticket(call.ticket),
                    let stored = try await tx.ticket(ticket, .email, at: now)
                else { throw InvalidTicket() }
                let holder = try await tx.holder(of: stored.email)
                let users = Set([stored.account, holder].compactMap(\.self)).sorted()
                try await tx.lockAccounts(users)
                guard try await tx.use(ticket, .email, at: now) != nil,
                    let addresses = try await tx.addresses(of: stored.account)
                else { throw InvalidTicket() }
                try await prove(stored, of: addresses, heldBy: holder, tx, at: now)
                return Nothing()
            }
            return true
        } catch is InvalidTicket {
            return false
        }
    }

    /// Proves an address that an account has or wants. The accounts must be locked.
    func prove(
        _ ticket: StoredTicket,
        of addresses: AccountAddresses,
        heldBy holder: UserID?,
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        let user = ticket.account
        if let email = addresses.email, email.folded == ticket.email {
            try await tx.prove(email, of: user, at: now)
        } else if let wanted = addresses.wanted, wanted.folded == ticket.email {
            if let holder {
                guard try await tx.takeAddress(from: holder, at: now) else {
                    throw Refusal(IdentityError.emailTaken, at: "/ticket")
                }
                try tx.dropTickets(of: holder)
            }
            try await tx.prove(wanted, of: user, at: now)
            if let old = addresses.email {
                try tx.post(.addressChanged, of: user, to: old.text, at: now)
            }
        } else {
            throw InvalidTicket()
        }
        try tx.dropTickets(of: user)
    }
}

/// A ticket that proves nothing; its transaction is undone.
private struct InvalidTicket: Error {}
