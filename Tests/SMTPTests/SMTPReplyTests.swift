import NIOCore
import Testing

@testable import SMTP

struct SMTPReplyTests {
    private func reply(_ text: String) throws -> SMTPReply? {
        var parser = SMTPReplyParser()
        parser.append(ByteBuffer(string: text))
        return try parser.next()
    }

    @Test func `lines make a reply, however their bytes arrive`() throws {
        let text = "250-mail.test\r\n250-auth Login plain\n250\r\n"
        let expected = SMTPReply(code: 250, lines: ["mail.test", "auth Login plain", ""])
        #expect(try reply(text) == expected)
        var parser = SMTPReplyParser()
        for (place, byte) in text.utf8.enumerated() {
            parser.append(ByteBuffer(bytes: [byte]))
            #expect(try parser.next() == (place == text.utf8.count - 1 ? expected : nil))
        }
        #expect(parser.isEmpty)
        #expect(expected.words(of: "AUTH") == ["LOGIN", "PLAIN"])
        #expect(expected.words(of: "STARTTLS") == nil)
        #expect(expected.words(of: "MAIL.TEST") == nil)
    }

    @Test(arguments: [
        "\r\n", "25\r\n", "2x0 a\r\n", "150 a\r\n", "650 a\r\n", "250_a\r\n", "HTTP/1.1 200 OK\r\n",
        "250-a\r\n251 b\r\n",
    ])
    func `anything else is no reply`(text: String) {
        #expect(throws: SMTPFailure.self) { try reply(text) }
    }

    @Test func `a line and a reply have a maximum length`() throws {
        let most = "250 " + String(repeating: "a", count: SMTPReplyParser.lineBytesMax - 6)
        #expect(try reply(most + "\r\n") != nil)
        #expect(throws: SMTPFailure.self) { try reply(most + "a\r\n") }
        #expect(throws: SMTPFailure.self) { try reply(most + "aa") }
        let lines = String(repeating: "250-a\r\n", count: SMTPReplyParser.linesMax - 1)
        #expect(try reply(lines + "250 a\r\n") != nil)
        #expect(throws: SMTPFailure.self) { try reply(lines + "250-a\r\n250 a\r\n") }
    }
}
