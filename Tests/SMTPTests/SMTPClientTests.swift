import NIOCore
import NIOSSL
import TestBasics
import TestKit
import Testing

@testable import SMTP

/// A client and a server on loopback.
@Suite(.timeLimit(.minutes(30))) struct SMTPClientTests {
    private static let mail = "Subject: a\r\n\r\n.b\r\n..\r\nc.\r\n.\r\nd\r\n"
    private static let recipient = "ana@example.org"
    private static let envelope = [
        "MAIL FROM:<no-reply@example.org>", "RCPT TO:<ana@example.org>", "DATA",
    ]

    /// Hands the mail over, once.
    private func send(
        to url: String,
        password: String? = nil,
        trusting authority: Authority? = nil,
        timing: SMTPTiming = SMTPTiming(),
        trustsLoopback: Bool = true,
        recipient: String = Self.recipient
    ) async throws {
        let client = try SMTPClient(
            #require(SMTPServer(url)),
            password: password,
            trusting: authority.map { .file($0.file) } ?? .default,
            timing: timing,
            trustsLoopback: trustsLoopback
        )
        try await client.send(
            Array(Self.mail.utf8),
            from: "no-reply@example.org",
            to: recipient
        )
    }

    /// Returns how handing the mail over fails.
    private func failure(_ send: () async throws -> Void) async -> SMTPFailure? {
        do {
            try await send()
            return nil
        } catch {
            return error as? SMTPFailure
        }
    }

    @Test func `a mail is handed over, with its points doubled`() async throws {
        try await MailServer.run { server, port in
            try await send(to: "smtp://127.0.0.1:\(port)")
            #expect(server.commands == ["EHLO [127.0.0.1]"] + Self.envelope + ["QUIT"])
            #expect(server.mails == ["Subject: a\r\n\r\n..b\r\n...\r\nc.\r\n..\r\nd\r\n"])
        }
    }

    @Test(arguments: [
        ("", ".\r\n"), ("a", "a\r\n.\r\n"), ("a\r\n", "a\r\n.\r\n"), (".", "..\r\n.\r\n"),
        ("a\n.\nb\r\n", "a\n..\nb\r\n.\r\n"),
    ])
    func `a text ends with a point of its own`(mail: String, sent: String) {
        #expect(SMTPClient.stuffed(Array(mail.utf8)) == Array(sent.utf8))
    }

    @Test(arguments: ["", "EHLO", "MAIL", "RCPT", "DATA", "."])
    func `a mail that is refused for now is taken later, once`(word: String) async throws {
        try await MailServer.run { server, port in
            server.will(.say("451 4.3.0 <ana@example.org> later"), at: word)
            let failure = await failure { try await send(to: "smtp://127.0.0.1:\(port)") }
            #expect(failure?.isFinal == false)
            #expect(failure?.reason.contains("451") == true)
            // At the text's end the server here has noted the mail, which it then refused.
            let refused = word == "." ? 1 : 0
            #expect(server.mails.count == refused)
            try await send(to: "smtp://127.0.0.1:\(port)")
            #expect(server.mails.count == refused + 1)
        }
    }

    @Test func `5xx is final where it concerns the mail, and nobody's address is told`()
        async throws
    {
        let steps = [
            ("", "The greeting", false), ("EHLO", "EHLO", false), ("MAIL", "MAIL", true),
            ("RCPT", "RCPT", true), ("DATA", "DATA", true), (".", "The text", true),
        ]
        for (word, name, isFinal) in steps {
            try await MailServer.run { server, port in
                server.will(.say("550-5.1.1 <ana@example.org>\r\n550 unknown"), at: word)
                let failure = await failure { try await send(to: "smtp://127.0.0.1:\(port)") }
                #expect(failure == SMTPFailure(isFinal: isFinal, "\(name): 550."))
            }
        }
    }

    @Test func `a mail whose last reply is lost is tried again, and may be there twice`()
        async throws
    {
        try await MailServer.run { server, port in
            server.will(.close, at: ".")
            let failure = await failure { try await send(to: "smtp://127.0.0.1:\(port)") }
            #expect(failure?.isFinal == false)
            try await send(to: "smtp://127.0.0.1:\(port)")
            #expect(server.mails.count == 2)
            #expect(Set(server.mails).count == 1)
        }
    }

    @Test func `once the server has the mail, it may say anything`() async throws {
        try await MailServer.run { server, port in
            server.will(.close, at: "QUIT")
            try await send(to: "smtp://127.0.0.1:\(port)")
            server.will(.say("500 no"), at: "QUIT")
            try await send(to: "smtp://127.0.0.1:\(port)")
            #expect(server.mails.count == 2)
        }
    }

    @Test func `nobody listens`() async throws {
        let port = try HeldPorts.next()
        let failure = await failure { try await send(to: "smtp://127.0.0.1:\(port)") }
        #expect(failure?.isFinal == false)
    }

    @Test func `an address that would end the command is refused`() async throws {
        try await MailServer.run { server, port in
            for text in ["a>@b.org", "a@b.org\r\nDATA", "a b@c.org", "ä@b.org", "<a@b.org"] {
                let failure = await failure {
                    try await send(to: "smtp://127.0.0.1:\(port)", recipient: text)
                }
                #expect(failure?.isFinal == true)
            }
            #expect(server.commands.isEmpty)
        }
    }

    // MARK: Signing in

    @Test func `a password is given as the server wants it`() async throws {
        let url = "smtp://ana%40example.org@127.0.0.1"
        try await MailServer.run(offers: ["AUTH LOGIN PLAIN"]) { server, port in
            try await send(to: "\(url):\(port)", password: "secret")
            #expect(server.commands[1] == "AUTH PLAIN AGFuYUBleGFtcGxlLm9yZwBzZWNyZXQ=")
        }
        try await MailServer.run(offers: ["AUTH CRAM-MD5 LOGIN"]) { server, port in
            try await send(to: "\(url):\(port)", password: "secret")
            #expect(
                server.commands[1...3] == ["AUTH LOGIN", "YW5hQGV4YW1wbGUub3Jn", "c2VjcmV0"]
            )
        }
        try await MailServer.run(offers: ["AUTH CRAM-MD5"]) { server, port in
            let failure = await failure {
                try await send(to: "\(url):\(port)", password: "secret")
            }
            #expect(failure?.isFinal == false)
            #expect(server.commands.count == 1)
        }
    }

    @Test func `a wrong password loses no mail`() async throws {
        try await MailServer.run(offers: ["AUTH PLAIN"]) { server, port in
            server.will(.say("535 5.7.8 c2VjcmV0"), at: "AUTH")
            let failure = await failure {
                try await send(to: "smtp://ana@127.0.0.1:\(port)", password: "secret")
            }
            #expect(failure == SMTPFailure(isFinal: false, "AUTH: 535."))
        }
    }

    // MARK: TLS

    @Test func `TLS begins with STARTTLS, and everything else follows it`() async throws {
        try await Authority.run { ours, _ in
            let files = try await ours.issue("localhost")
            try await MailServer.run(
                files,
                offers: ["STARTTLS", "AUTH PLAIN"],
                protectedOffers: ["AUTH LOGIN"]
            ) { server, port in
                try await send(
                    to: "smtp://ana@localhost:\(port)",
                    password: "secret",
                    trusting: ours,
                    trustsLoopback: false
                )
                #expect(
                    server.commands
                        == [
                            "EHLO [127.0.0.1]", "STARTTLS", "EHLO [127.0.0.1]", "AUTH LOGIN",
                            "YW5h", "c2VjcmV0",
                        ] + Self.envelope + ["QUIT"]
                )
                #expect(server.mails.count == 1)
            }
        }
    }

    @Test func `without STARTTLS nothing is said to another machine`() async throws {
        try await MailServer.run(offers: ["AUTH PLAIN"]) { server, port in
            for answer in [nil, MailServer.Answer.say("250-a\r\n250 STARTTLS")] {
                if let answer {
                    server.will(answer, at: "EHLO")
                    server.will(.say("454 not now"), at: "STARTTLS")
                }
                let failure = await failure {
                    try await send(
                        to: "smtp://ana@localhost:\(port)",
                        password: "secret",
                        trustsLoopback: false
                    )
                }
                #expect(failure?.isFinal == false)
            }
            let hello = "EHLO [127.0.0.1]"
            #expect(server.commands == [hello, hello, "STARTTLS"])
        }
    }

    @Test func `bytes before TLS do not count as said over TLS`() async throws {
        try await Authority.run { ours, _ in
            let files = try await ours.issue("localhost")
            try await MailServer.run(files, offers: ["STARTTLS"]) { server, port in
                server.will(.say("220 go on\r\n250 AUTH PLAIN"), at: "STARTTLS")
                let failure = await failure {
                    try await send(
                        to: "smtp://localhost:\(port)",
                        trusting: ours,
                        trustsLoopback: false
                    )
                }
                #expect(failure == SMTPFailure("The server said more than it was asked."))
                #expect(server.mails.isEmpty)
            }
        }
    }

    @Test func `on this machine STARTTLS is used where a password needs it`() async throws {
        try await Authority.run { ours, _ in
            let files = try await ours.issue("localhost")
            try await MailServer.run(
                files,
                offers: ["STARTTLS"],
                protectedOffers: ["AUTH PLAIN"]
            ) { server, port in
                try await send(to: "smtp://localhost:\(port)", trusting: ours)
                #expect(!server.commands.contains("STARTTLS"))
                try await send(
                    to: "smtp://ana@localhost:\(port)",
                    password: "secret",
                    trusting: ours
                )
                #expect(server.commands.contains("STARTTLS"))
                #expect(server.mails.count == 2)
            }
        }
    }

    @Test func `TLS begins with the connection`() async throws {
        try await Authority.run { ours, _ in
            for (host, valid) in [("localhost", "DNS:localhost"), ("127.0.0.1", "IP:127.0.0.1")] {
                let files = try await ours.issue("mail", validFor: valid)
                try await MailServer.run(
                    files,
                    beginsWithTLS: true,
                    protectedOffers: ["AUTH PLAIN"]
                ) { server, port in
                    try await send(
                        to: "smtps://ana@\(host):\(port)",
                        password: "secret",
                        trusting: ours
                    )
                    #expect(server.mails.count == 1)
                }
            }
        }
    }

    @Test func `a certificate of another authority, name or address is refused`() async throws {
        try await Authority.run { ours, other in
            let wrong = [
                ("localhost", try await other.issue("localhost")),
                ("localhost", try await ours.issue("example.org")),
                ("localhost", try await ours.issue("mail", validFor: "IP:127.0.0.1")),
                ("127.0.0.1", try await ours.issue("mail", validFor: "DNS:localhost")),
            ]
            for (host, files) in wrong {
                for scheme in ["smtp", "smtps"] {
                    try await MailServer.run(
                        files,
                        beginsWithTLS: scheme == "smtps",
                        offers: ["STARTTLS", "AUTH PLAIN"],
                        protectedOffers: ["AUTH PLAIN"]
                    ) { server, port in
                        let failure = await failure {
                            try await send(
                                to: "\(scheme)://ana@\(host):\(port)",
                                password: "secret",
                                trusting: ours,
                                trustsLoopback: false
                            )
                        }
                        #expect(failure?.isFinal == false)
                        let said = server.commands.filter { $0.hasPrefix("AUTH") }
                        #expect(said.isEmpty, "\(scheme) \(host)")
                        #expect(server.mails.isEmpty)
                    }
                }
            }
        }
    }

    @Test func `a server that speaks no TLS is refused`() async throws {
        try await MailServer.run { server, port in
            let failure = await failure { try await send(to: "smtps://127.0.0.1:\(port)") }
            #expect(failure?.isFinal == false)
            #expect(server.mails.isEmpty)
        }
    }

    // MARK: Bounds

    @Test(arguments: ["", "EHLO", "MAIL", "RCPT", "DATA"])
    func `a reply that does not come is not waited for`(word: String) async throws {
        var timing = SMTPTiming()
        timing.reply = .milliseconds(100)
        try await MailServer.run { [timing] server, port in
            server.will(.silence, at: word)
            let failure = await failure {
                try await send(to: "smtp://127.0.0.1:\(port)", timing: timing)
            }
            #expect(failure == SMTPFailure("A reply of the server took too long."))
        }
    }

    @Test func `neither is the reply to a text, nor a whole mail`() async throws {
        var (text, mail) = (SMTPTiming(), SMTPTiming())
        text.text = .milliseconds(100)
        mail.mail = .milliseconds(100)
        for timing in [text, mail] {
            try await MailServer.run { server, port in
                server.will(.silence, at: ".")
                let failure = await failure {
                    try await send(to: "smtp://127.0.0.1:\(port)", timing: timing)
                }
                #expect(failure?.isFinal == false)
            }
        }
    }

    @Test func `a reply that is too long, and one too many, end the connection`() async throws {
        let long = String(repeating: "a", count: 1_000_000)
        for said in ["250 \(long)", "250-\(long)", "250 a\r\n250 b", "hello"] {
            try await MailServer.run { server, port in
                server.will(.say(said), at: "MAIL")
                let failure = await failure { try await send(to: "smtp://127.0.0.1:\(port)") }
                #expect(failure?.isFinal == false)
                #expect(server.mails.isEmpty)
            }
        }
    }

    @Test func `who waits can be cancelled`() async throws {
        try await MailServer.run { server, port in
            server.will(.silence, at: "MAIL")
            let sending = Task {
                await failure { try await send(to: "smtp://127.0.0.1:\(port)") }
            }
            try await eventually("the command arrives") { server.commands.count == 2 }
            sending.cancel()
            #expect(await sending.value?.isFinal == false)
        }
    }
}
