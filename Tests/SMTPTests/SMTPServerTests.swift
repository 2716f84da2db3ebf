import Testing

@testable import SMTP

struct SMTPServerTests {
    @Test func `a URL names the host, the port, TLS and the user`() throws {
        let plain = try #require(SMTPServer("smtp://mail.example.org"))
        #expect((plain.host, plain.port, plain.user) == ("mail.example.org", 587, nil))
        #expect(!plain.beginsWithTLS)
        let full = try #require(SMTPServer("smtps://ana%40example.org@mail.example.org/"))
        #expect((full.port, full.user) == (465, "ana@example.org"))
        #expect(full.beginsWithTLS)
        let address = try #require(SMTPServer("smtp://[2001:db8::1]:25"))
        #expect((address.host, address.port) == ("2001:db8::1", 25))
        #expect(SMTPServer("smtp://mail.example.org:65535")?.port == 65_535)
    }

    @Test(arguments: [
        "", "mail.example.org:25", "http://mail.example.org", "smtp://", "smtp:mail.example.org",
        "smtp://ana:secret@mail.example.org", "smtp://mail.example.org:0",
        "smtp://mail.example.org:65536", "smtp://mail.example.org/path",
        "smtp://mail.example.org?tls=no", "smtp://mail.example.org#x", "smtp://mail_1.example.org",
        "smtp://ana%00@mail.example.org", "smtp://@mail.example.org", "smtp://mail example.org",
        "smtp://ana%0D%0A@mail.example.org",
    ])
    func `any other text names no server`(url: String) {
        #expect(SMTPServer(url) == nil)
    }

    @Test func `a host is this machine, an address or a name`() {
        let hosts: [(String, isLoopback: Bool, isIPAddress: Bool)] = [
            ("localhost", true, false), ("127.0.0.1", true, true), ("127.9.9.9", true, true),
            ("[::1]", true, true), ("127.example.org", false, false), ("128.0.0.1", false, true),
            ("[::2]", false, true), ("localhost.example.org", false, false),
        ]
        for (host, isLoopback, isIPAddress) in hosts {
            let server = SMTPServer("smtp://\(host)")
            #expect(server?.isLoopback == isLoopback, "\(host)")
            #expect(server?.isIPAddress == isIPAddress, "\(host)")
        }
    }
}
