import Identifiers
import Logging
import Outbox
import Postgres
import Values

extension Identity {
    /// The loop that sends mail.
    var mailing: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(50),
            complaint: "Reading the queue of mail failed; will retry.",
            logger: logger
        ) {
            try await sendDueMail()
        }
    }

    /// Sends what is due, the longest due first.
    ///
    /// - Returns: The number of attempts.
    func sendDueMail() async throws -> Int {
        let begin = now()
        var count = 0
        while count < 100, !Task.isCancelled, try await sendNextMail(dueAt: begin) { count += 1 }
        return count
    }

    private func sendNextMail(dueAt begin: Instant) async throws -> Bool {
        // The mails before this one may have taken long.
        let now = now()
        let taken = try await database.transaction { tx in
            try await tx.takeDueMail(at: begin, until: now + MailRules.attemptMax)
        }
        guard let taken else { return false }
        guard let message = try await message(of: taken, at: now) else {
            try await database.transaction { tx in try await tx.drop(taken.id) }
            return true
        }
        do throws(MailFailure) {
            guard let mail else {
                throw MailFailure(isFinal: false, reason: "There is no way to send mail.")
            }
            try await mail.send(message)
        } catch {
            try await putOff(taken, after: error, at: now)
            return true
        }
        try await database.transaction { tx in try await tx.noteSent(taken.id, at: now) }
        return true
    }

    /// Writes a mail, with a new ticket if it brings one, in place of the earlier ones.
    ///
    /// - Returns: The mail; `nil` if it reaches nobody, if what it says is no longer stored, or if
    ///   its ticket would be of no use.
    private func message(of mail: QueuedMail, at now: Instant) async throws -> MailMessage? {
        guard let user = mail.account, let text = mail.address,
            let address = try? EmailAddress(text),
            let template = MailTemplate(rawValue: mail.template),
            let recipient = try await database.mailRecipient(user)
        else { return nil }
        guard address.isASCII else {
            logger.warning(
                "A mail was not sent: its address has letters beyond ASCII.",
                metadata: ["mail": "\(mail.id)", "user": "\(user)"]
            )
            return nil
        }
        var ticket: Ticket?
        if let kind = template.ticket {
            ticket = try await newTicket(kind, of: user, for: address, at: now)
            guard ticket != nil else { return nil }
        }
        let said = template.text(
            to: recipient.username,
            in: recipient.locale,
            ticket: ticket?.text,
            app: mailRules.app
        )
        return MailMessage(
            id: mail.id,
            sender: mailRules.sender,
            recipient: address.text,
            language: recipient.locale,
            subject: said.subject,
            text: said.text,
            date: now
        )
    }

    /// Makes a ticket in place of the account's earlier ones of the same kind.
    ///
    /// - Returns: The ticket; `nil` if the address is no longer the one that such a ticket is for.
    ///   A mail to it that waits must not end the tickets of the address that took its place.
    private func newTicket(
        _ kind: Ticket.Kind,
        of user: UserID,
        for address: EmailAddress,
        at now: Instant
    ) async throws -> Ticket? {
        let ticket = Ticket()
        let life = kind == .reset ? rules.resetLife : Ticket.emailLife
        return try await database.transaction { tx in
            guard try await tx.lockAccount(user).value,
                let present = try await tx.addresses(of: user)?.address(for: kind),
                present.folded == address.folded
            else { return nil }
            try tx.replaceTickets(
                kind,
                by: ticket,
                StoredTicket(account: user, email: address.folded),
                expiresAt: now + life
            )
            return ticket
        }
    }

    /// Tries a mail again after a growing pause, or drops it.
    private func putOff(
        _ mail: QueuedMail,
        after failure: MailFailure,
        at now: Instant
    ) async throws {
        let isOver = failure.isFinal || mail.createdAt + mailRules.retry <= now
        logger.warning(
            isOver ? "A mail was dropped." : "A mail was not sent; will retry.",
            metadata: [
                "mail": "\(mail.id)", "template": "\(mail.template)",
                "attempts": "\(mail.attempts)", "reason": "\(failure.reason)",
            ]
        )
        let pause = MailRules.pauses.delay(after: mail.attempts)
        try await database.transaction { tx in
            if isOver {
                try await tx.drop(mail.id)
            } else {
                try await tx.postpone(mail.id, until: now + pause)
            }
        }
    }
}
