import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Identity

extension SmallCluster {
    /// Sends the mail that is due, and returns the ticket of the last one to an address.
    func ticket(to address: String) async throws -> String {
        while try await identity.sendDueMail() > 0 {}
        // The names of files are ids, which ascend.
        let names = try FileManager.default.contentsOfDirectory(atPath: mails).sorted()
        let lines = try names.map { name in
            let bytes = try Data(contentsOf: URL(filePath: "\(mails)/\(name)"))
            return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        }
        let mail = lines.last { $0.contains("To: <\(address)>") && $0.contains { $0.isTicket } }
        let ticket = mail?.first { $0.isTicket }
        return try #require(ticket)
    }

    /// Stores a ticket of a user's for an address, which is theirs from then on.
    func ticket(_ kind: Ticket.Kind, of user: UserID, to text: String) async throws -> String {
        let (ticket, address, now) = (Ticket(), try EmailAddress(text), clock.now)
        try await identity.database.transaction { tx in
            try await tx.prove(address, of: user, at: now)
            try tx.replaceTickets(
                kind,
                by: ticket,
                StoredTicket(account: user, email: address.folded),
                expiresAt: now + .minutes(30)
            )
        }
        return ticket.text
    }
}

extension String {
    /// Whether the line is a ticket.
    fileprivate var isTicket: Bool { wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil }
}
