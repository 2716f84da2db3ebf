import Identifiers
import Postgres
import Values

// The `tickets` table. No other file names it.

extension Transaction {
    /// Stores a ticket in place of the account's earlier ones of the same kind. The account must be
    /// locked. Sent with the next statement.
    func replaceTickets(
        _ kind: Ticket.Kind,
        by ticket: Ticket,
        _ stored: StoredTicket,
        expiresAt: Instant
    ) throws {
        try dropTickets(of: stored.account, kind)
        try enqueue(
            """
            INSERT INTO tickets (digest, kind, account, email, expires_at)
            VALUES (\(ticket.digest), \(kind.rawValue), \(stored.account), \(stored.email),
                \(expiresAt))
            """
        )
    }

    /// Removes a valid ticket, and returns it; `nil` if it is not valid any more. The account must
    /// be locked.
    func use(_ ticket: Ticket, _ kind: Ticket.Kind, at now: Instant) async throws -> StoredTicket? {
        try await first(
            """
            DELETE FROM tickets
            WHERE digest = \(ticket.digest) AND kind = \(kind.rawValue) AND expires_at > \(now)
            RETURNING account, email
            """
        ) { try StoredTicket(account: $0.next(), email: $0.next()) }
    }

    /// Removes an account's tickets of one kind. Sent with the next statement.
    func dropTickets(of user: UserID, _ kind: Ticket.Kind) throws {
        try enqueue("DELETE FROM tickets WHERE account = \(user) AND kind = \(kind.rawValue)")
    }

    /// Removes all tickets of an account. Sent with the next statement.
    func dropTickets(of user: UserID) throws {
        try enqueue("DELETE FROM tickets WHERE account = \(user)")
    }

    /// Deletes tickets that have expired.
    func purgeTickets(expiredBy now: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM tickets WHERE digest IN (
                SELECT digest FROM tickets WHERE expires_at <= \(now) LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// Returns a valid ticket; `nil` if there is none.
    func ticket(
        _ ticket: Ticket,
        _ kind: Ticket.Kind,
        at now: Instant
    ) async throws -> StoredTicket? {
        try await first(
            """
            SELECT account, email FROM tickets
            WHERE digest = \(ticket.digest) AND kind = \(kind.rawValue) AND expires_at > \(now)
            """,
            .point
        ) { try StoredTicket(account: $0.next(), email: $0.next()) }
    }
}
