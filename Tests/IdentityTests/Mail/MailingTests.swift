import Foundation
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// The queue of mail (2.8-tickets).
@Suite(.freshDatabase(Identity.migrations)) struct MailingTests {
    let town = Town()

    private func rows() async throws -> Int64 {
        try await Database.fresh.one("SELECT count(*) FROM mail WHERE sent_at IS NULL") {
            try $0.next()
        }
    }

    private func askForReset() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(RequestReset(login: "ana"))
    }

    @Test func `a mail that is refused for now is sent once, after growing pauses`() async throws {
        try await askForReset()
        let later = MailFailure(isFinal: false, reason: "421")
        town.postbox.refuse(later, later, later)
        #expect(try await town.mails().isEmpty)
        for pause in [10, 20, 40] {
            town.clock.advance(by: .seconds(pause - 1))
            #expect(try await town.mails().isEmpty)
            town.clock.advance(by: .seconds(1))
            _ = try await town.mails()
        }
        #expect(try await town.mails().count == 1)
        #expect(town.postbox.attempts == 4)
        town.clock.advance(by: .days(1))
        #expect(try await town.mails().count == 1)
    }

    @Test func `after a day it is dropped`() async throws {
        try await askForReset()
        let later = MailFailure(isFinal: false, reason: "421")
        town.postbox.refuse(later, later)
        _ = try await town.mails()
        town.clock.advance(by: .hours(24) - .seconds(1))
        #expect(try await rows() == 1)
        town.clock.advance(by: .seconds(1))
        #expect(try await town.mails().isEmpty)
        #expect(try await rows() == 0)
    }

    @Test func `one that is refused for good is dropped at once`() async throws {
        try await askForReset()
        town.postbox.refuse(MailFailure(isFinal: true, reason: "550"))
        #expect(try await town.mails().isEmpty)
        #expect(try await rows() == 0)
        town.clock.advance(by: .days(1))
        #expect(try await town.mails().isEmpty)
        #expect(town.postbox.attempts == 1)
    }

    @Test func `of many processes one sends it`() async throws {
        try await askForReset()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [town] in _ = try await town.identity.sendDueMail() }
            }
            try await group.waitForAll()
        }
        #expect(town.postbox.attempts == 1)
    }

    @Test func `a process that died while sending leaves the mail to another`() async throws {
        try await askForReset()
        let now = town.clock.now
        let taken = try await Database.fresh.transaction { tx in
            try await tx.takeDueMail(at: now, until: now + MailRules.attemptMax)
        }
        #expect(taken != nil)
        #expect(try await town.mails().isEmpty)
        town.clock.advance(by: MailRules.attemptMax)
        #expect(try await town.mails().count == 1)
    }

    @Test func `no other process takes a mail that waited for a slow one`() async throws {
        for name in ["ana", "bea"] {
            _ = try await town.person(name, email: "\(name)@example.org")
            _ = try await town.ask(RequestReset(login: name))
        }
        town.postbox.whileSending { [town] attempt in
            town.clock.advance(by: MailRules.attemptMax - .seconds(1))
            if attempt == 2 { _ = try? await town.identity.sendDueMail() }
        }
        #expect(try await town.identity.sendDueMail() == 2)
        #expect(town.postbox.attempts == 2)
    }

    @Test func `one cause makes one mail`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let now = town.clock.now
        for cause in ["a", "a", "b"] {
            try await Database.fresh.transaction { tx in
                try tx.post(.passwordChanged, of: ana, to: "a@example.org", because: cause, at: now)
            }
            _ = try await town.mails()
        }
        #expect(try await town.mails().count == 2)
    }

    @Test func `neither the queue nor the log has a ticket, and the log has no address`()
        async throws
    {
        let log = CapturedLog()
        let town = Town(logger: log.logger)
        _ = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(RequestReset(login: "ana"))
        town.postbox.refuse(MailFailure(isFinal: false, reason: "451"))
        _ = try await town.mails()
        town.clock.advance(by: .minutes(1))
        let ticket = try await town.lastTicket()
        let queue = try await Database.fresh.all("SELECT mail::text FROM mail") {
            try $0.next(String.self)
        }
        let tickets = try await Database.fresh.all("SELECT tickets::text FROM tickets") {
            try $0.next(String.self)
        }
        #expect(!queue.isEmpty && !tickets.isEmpty)
        for text in queue + tickets { #expect(!text.contains(ticket)) }
        let lines = "\(log.lines)"
        #expect(lines.contains("451"))
        #expect(!lines.contains("@") && !lines.contains(ticket))
    }

    @Test func `a mail that waits for a former wish neither arrives nor ends a ticket`()
        async throws
    {
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(email: "one@example.org"), as: ana)
        _ = try await town.ask(SendVerification(), as: ana)
        town.postbox.refuse(MailFailure(isFinal: false, reason: "451"))
        _ = try await town.mails()
        _ = try await town.ask(ChangeProfile(email: "two@example.org"), as: ana)
        town.clock.advance(by: .minutes(1))
        // It waits longer than the mail to the other address.
        try await Database.fresh.run("UPDATE mail SET due_at = \(town.clock.now + .seconds(1))")
        _ = try await town.ask(SendVerification(), as: ana)
        let ticket = try await town.lastTicket()
        town.clock.advance(by: .seconds(1))
        #expect(try await town.mails().map(\.recipient) == ["<two@example.org>"])
        #expect(try await rows() == 0)
        _ = try await town.ask(VerifyEmail(ticket: ticket))
        #expect(try await town.ask(GetMe(), as: ana).email == "two@example.org")
    }

    @Test func `a mail that waits resets only the address that the account still has`()
        async throws
    {
        let ana = try await town.person("ana", email: "one@example.org")
        _ = try await town.ask(ChangeProfile(email: "two@example.org"), as: ana)
        _ = try await town.ask(SendVerification(), as: ana)
        let proof = try await town.lastTicket()
        _ = try await town.ask(RequestReset(login: "ana"))
        _ = try await town.ask(VerifyEmail(ticket: proof))
        let mails = try await town.mails()
        #expect(!mails.contains { $0.subject == "Reset your password" })
        #expect(try await rows() == 0)
    }

    @Test func `an address beyond ASCII gets no mail`() async throws {
        _ = try await town.person("ana", email: "änne@example.org")
        _ = try await town.ask(RequestReset(login: "ana"))
        #expect(try await town.mails().isEmpty)
        #expect(try await rows() == 0)
    }

    @Test func `mails are in the language of their reader`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(ChangeSettings(locale: "de"), as: ana)
        _ = try await town.ask(RequestReset(login: "ana"))
        #expect(try await town.mails().map(\.subject) == ["Passwort zurücksetzen"])
    }

    @Test func `sent mails and expired tickets are swept`() async throws {
        try await askForReset()
        _ = try await town.mails()
        town.clock.advance(by: .minutes(30))
        try await town.identity.sweep()
        func count(_ table: SQL) async throws -> Int64 {
            try await Database.fresh.one("SELECT count(*) FROM \(table)") { try $0.next() }
        }
        #expect(try await count("tickets") == 0)
        #expect(try await count("mail") == 1)
        town.clock.advance(by: .days(15))
        try await town.identity.sweep()
        #expect(try await count("mail") == 0)
    }

    @Test func `a directory gets one file for each mail, for its owner alone`() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "gauntlet-mail.\(UInt64.random(in: 0...UInt64.max))")
        defer { try? FileManager.default.removeItem(at: directory) }
        let outbox = MailDirectory(directory.path)
        let message = MailMessage(
            id: MailID(),
            sender: "no-reply@example.org",
            recipient: "ana@example.org",
            language: "en",
            subject: "Hello",
            text: "A text.",
            date: town.clock.now
        )
        for _ in 0..<2 { try await outbox.send(message) }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names == ["\(message.id).eml"])
        let file = directory.appending(path: "\(message.id).eml")
        #expect(try ParsedMail(Array(Data(contentsOf: file))).text == "A text.\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await #expect(throws: MailFailure.self) {
            try await MailDirectory("\(file.path)/x").send(message)
        }
    }
}
