import Identifiers
import Postgres
import Values

// The `mail` table. No other file names it.

/// A mail to send.
struct QueuedMail: Equatable {
    let id: MailID
    /// `nil`, as the address may be, for a mail that reaches nobody.
    let account: UserID?
    let address: String?
    let template: String
    let createdAt: Instant
    /// The number of attempts, with the one under way.
    let attempts: Int
}

extension Transaction {
    /// Queues a mail, unless there was one of the template for the same cause; without a cause it
    /// is always queued. It reaches nobody without an account or an address. Sent with the next
    /// statement.
    func post(
        _ template: MailTemplate,
        of account: UserID?,
        to address: String?,
        because cause: String? = nil,
        at now: Instant
    ) throws {
        let id = MailID()
        try enqueue(
            """
            INSERT INTO mail (id, cause, account, address, template, created_at, due_at)
            VALUES (\(id), \("\(template.rawValue):\(cause ?? id.description)"), \(account),
                \(address), \(template.rawValue), \(now), \(now))
            ON CONFLICT ON CONSTRAINT mail_cause_key DO NOTHING
            """
        )
    }

    /// Takes the mail that is longest due. Until `end`, no other process takes it.
    func takeDueMail(at now: Instant, until end: Instant) async throws -> QueuedMail? {
        try await first(
            """
            UPDATE mail SET due_at = \(end), attempts = attempts + 1 WHERE id = (
                SELECT id FROM mail WHERE sent_at IS NULL AND due_at <= \(now)
                ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id, account, address, template, created_at, attempts
            """
        ) { row in
            try QueuedMail(
                id: row.next(),
                account: row.next(),
                address: row.next(),
                template: row.next(),
                createdAt: row.next(),
                attempts: Int(row.next(Int32.self))
            )
        }
    }

    /// Notes that a mail was sent, and forgets to whom.
    func noteSent(_ mail: MailID, at now: Instant) async throws {
        try await run("UPDATE mail SET sent_at = \(now), address = NULL WHERE id = \(mail)")
    }

    /// Puts the next attempt of a mail off.
    func postpone(_ mail: MailID, until due: Instant) async throws {
        try await run("UPDATE mail SET due_at = \(due) WHERE id = \(mail)")
    }

    /// Removes a mail that is not sent.
    func drop(_ mail: MailID) async throws {
        try await run("DELETE FROM mail WHERE id = \(mail)")
    }

    /// Deletes mails that were sent before a time.
    func purgeMail(sentBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM mail WHERE id IN (
                SELECT id FROM mail WHERE sent_at < \(end) LIMIT \(limit))
            """
        )
    }
}
