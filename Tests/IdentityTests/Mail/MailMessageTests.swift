import Identifiers
import TestKit
import Testing
import Values

@testable import Identity

/// Mails as they travel (RFC 5322, 2045, 2047).
struct MailMessageTests {
    private func message(_ subject: String, _ text: String) -> MailMessage {
        MailMessage(
            id: MailID(),
            sender: "no-reply@example.org",
            recipient: "ana@example.org",
            language: "de",
            subject: subject,
            text: text,
            date: Instant(microseconds: 784_111_777_000_000)
        )
    }

    @Test func `a mail has its headers`() throws {
        let message = message("Hello", "A text.")
        let mail = try ParsedMail(message.bytes)
        #expect(mail.headers["Date"] == "Sun, 06 Nov 1994 08:49:37 +0000")
        #expect(mail.headers["From"] == "Gauntlet <no-reply@example.org>")
        #expect(mail.recipient == "<ana@example.org>")
        #expect(mail.headers["Message-ID"] == "<\(message.id)@example.org>")
        #expect(mail.headers["Content-Language"] == "de")
        #expect(mail.subject == "Hello")
        #expect(mail.text == "A text.\n")
    }

    @Test(arguments: [
        "Passwort zurücksetzen", "a=?utf-8?B?b?=", String(repeating: "long ", count: 40) + "end",
        String(repeating: "ä", count: 300), String(repeating: "👩‍🚀", count: 30), "",
    ])
    func `a subject is encoded and folded, and read as it was`(subject: String) throws {
        #expect(try ParsedMail(message("x" + subject, "").bytes).subject == "x" + subject)
    }

    @Test(arguments: [
        "äöü ß", "a = b", "a blank at the end \nof a line ", "\n\n",
        String(repeating: "x", count: 75),
        String(repeating: "x", count: 76), String(repeating: "x", count: 500),
        String(repeating: "ä", count: 100), String(repeating: " ", count: 200), "tab\tand \u{7F}",
        ".\n..", "From here",
    ])
    func `a text is quoted, and read as it was`(text: String) throws {
        #expect(try ParsedMail(message("x", text).bytes).text == text + "\n")
    }

    @Test(arguments: MailTemplate.allCases, ["en", "de"])
    func `each mail can be read, with a link and without`(
        template: MailTemplate,
        locale: String
    ) throws {
        let ticket = template.ticket.map { _ in Ticket().text }
        for app in ["https://app.example.org", nil] {
            let said = template.text(to: "ana", in: locale, ticket: ticket, app: app)
            let mail = try ParsedMail(message(said.subject, said.text).bytes)
            #expect(mail.subject == said.subject)
            #expect(mail.text == said.text + "\n")
            #expect(mail.ticket == ticket)
            #expect(mail.text.hasPrefix(locale == "de" ? "Hallo ana," : "Hello ana,"))
            if let ticket, let app {
                let page = template == .reset ? "reset" : "verify"
                #expect(mail.text.contains("\n\(app)/\(page)#\(ticket)\n"))
            } else {
                #expect(!mail.text.contains("https:"))
            }
        }
    }

    @Test func `the two languages differ`() {
        for template in MailTemplate.allCases {
            let (en, de) = (
                template.text(to: "ana", in: "en", ticket: nil, app: nil),
                template.text(to: "ana", in: "de", ticket: nil, app: nil)
            )
            #expect(en.subject != de.subject)
            #expect(en.text != de.text)
        }
    }

    @Test(arguments: ["nobody", "ä@example.org", "a@b", "a@example.org\r\nBcc: x@example.org"])
    func `a sender is an address in ASCII`(text: String) {
        var rules = MailRules()
        let isTaken = rules.setSender(text)
        #expect(!isTaken)
        #expect(rules.sender == MailRules().sender)
        let isAddress = rules.setSender("no-reply@example.org")
        #expect(isAddress)
        #expect(rules.sender == "no-reply@example.org")
    }

    @Test(arguments: [
        "app", "https://a b", "https://app.example.org/#x", "https://ä.example.org", "",
    ])
    func `an app's address is one, and has no fragment`(text: String) {
        var rules = MailRules()
        let isTaken = rules.setApp(text)
        #expect(!isTaken)
        #expect(rules.app == nil)
        let isAddress = rules.setApp("https://app.example.org/x/")
        #expect(isAddress)
        #expect(rules.app == "https://app.example.org/x")
    }
}
