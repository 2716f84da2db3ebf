import IdentityAPI
import Postgres
import RPC
import Values
import Wire

extension Identity {
    /// Refuses a client from whose network too many invalid tickets came; no ticket is looked at.
    func refuseTicketGuesses(_ context: CallContext) async throws {
        guard let guesses = RateLimit.tickets(from: context.clientAddress, limits) else { return }
        if case .reached(let wait) = try await database.standings(of: [guesses], at: now())[0] {
            throw Refusal(
                IdentityError.ticketsExhausted,
                retryAfterSeconds: wait.secondsToWait
            )
        }
    }

    /// Counts an invalid ticket, and returns its refusal.
    func refusalOfTicket(_ context: CallContext) async throws -> Refusal {
        if let guesses = RateLimit.tickets(from: context.clientAddress, limits) {
            let now = now()
            try await database.transaction { tx in _ = try tx.count([guesses], at: now) }
        }
        return .ticketInvalid
    }
}

extension Refusal {
    /// Whatever is wrong with a ticket, the refusal is the same.
    static let ticketInvalid = Refusal(IdentityError.ticketInvalid, at: "/ticket")
}

extension Transaction {
    /// Refuses a mail if one of its limits is reached, and counts it otherwise.
    func countMail(_ limits: [RateLimit], at now: Instant) async throws {
        try await lock(limits)
        let waits = try await standings(of: limits, at: now).compactMap { standing in
            if case .reached(let wait) = standing { wait } else { nil }
        }
        if let wait = waits.max() {
            throw Refusal(IdentityError.mailsExhausted, retryAfterSeconds: wait.secondsToWait)
        }
        _ = try count(limits, at: now)
    }
}
