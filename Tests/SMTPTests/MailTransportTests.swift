import Identifiers
import NIOCore
import Testing
import Values

@testable import Identity
@testable import SMTP

/// The mails of identityd, on their way to a server.
@Suite(.timeLimit(.minutes(30))) struct MailTransportTests {
    private let message = MailMessage(
        id: MailID(),
        sender: "no-reply@example.org",
        recipient: "ana@example.org",
        language: "de",
        subject: "Grüße",
        text: "Hallo Ana,\n.\n…",
        date: .now()
    )

    @Test func `a mail arrives as it is, in lines of ASCII`() async throws {
        try await MailServer.run { server, port in
            let transport = try transport(port)
            try await transport.send(message)
            let text = String(decoding: SMTPClient.stuffed(message.bytes), as: UTF8.self)
            #expect(server.mails.map { $0 + ".\r\n" } == [text])
            #expect(server.mails.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
            #expect(server.commands.contains("MAIL FROM:<no-reply@example.org>"))
            #expect(server.commands.contains("RCPT TO:<ana@example.org>"))
        }
    }

    @Test func `a refusal says whether it is final, and nothing else`() async throws {
        try await MailServer.run { server, port in
            let transport = try transport(port)
            server.will(.say("450 <ana@example.org>"), .say("550 <ana@example.org>"), at: "RCPT")
            await #expect(throws: MailFailure(isFinal: false, reason: "RCPT: 450.")) {
                try await transport.send(message)
            }
            await #expect(throws: MailFailure(isFinal: true, reason: "RCPT: 550.")) {
                try await transport.send(message)
            }
        }
    }

    @Test func `an attempt ends before another process makes the next one`() {
        let timing = SMTPTiming()
        #expect(timing.connection + timing.mail < .init(MailRules.attemptMax))
    }

    private func transport(_ port: Int) throws -> any MailTransport {
        try SMTPClient(#require(SMTPServer("smtp://127.0.0.1:\(port)")), password: nil)
    }
}
