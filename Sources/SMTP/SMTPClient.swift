import FoundationEssentials
import NIOSSL

/// Hands mails to a server (RFC 5321), each over a connection of its own.
///
/// Everything travels over TLS, unless the server is on this machine. There, STARTTLS is used only
/// if the server accepts no password without it. A mail whose last reply is lost counts as not
/// taken, although the server may have it: another attempt may then deliver it twice.
public struct SMTPClient: Sendable {
    private let server: SMTPServer
    private let password: String?
    private let tls: SMTPTLS
    private let timing: SMTPTiming
    private let trustsLoopback: Bool

    /// - Parameters:
    ///   - server: The server.
    ///   - password: The password of the server's user; `nil` if nobody signs in.
    /// - Throws: If the system's trusted authorities cannot be read.
    public init(_ server: SMTPServer, password: String?) throws {
        try self.init(server, password: password, trusting: .default)
    }

    init(
        _ server: SMTPServer,
        password: String?,
        trusting roots: NIOSSLTrustRoots,
        timing: SMTPTiming = SMTPTiming(),
        trustsLoopback: Bool = true
    ) throws {
        self.server = server
        self.password = password
        tls = try SMTPTLS(to: server, trusting: roots)
        self.timing = timing
        self.trustsLoopback = trustsLoopback
    }

    /// Hands a mail over. Once it returns, the server has the mail.
    ///
    /// - Parameters:
    ///   - mail: The whole mail, in lines of ASCII that end with CRLF.
    ///   - sender: The sender's address, in ASCII.
    ///   - recipient: The recipient's address, in ASCII.
    /// - Throws: `SMTPFailure` if the server has it not, or perhaps not.
    public func send(
        _ mail: [UInt8],
        from sender: String,
        to recipient: String
    ) async throws(SMTPFailure) {
        guard Self.isAddress(sender), Self.isAddress(recipient) else {
            throw SMTPFailure(isFinal: true, "An address cannot be written in a command.")
        }
        do {
            let connection = try await SMTPConnection.open(
                to: server,
                under: server.beginsWithTLS ? tls : nil,
                timing: timing
            )
            defer { connection.close() }
            try await begin(connection)
            try await connection.ask("MAIL FROM:<\(sender)>")
                .expect(250, to: "MAIL", isOfMail: true)
            try await connection.ask("RCPT TO:<\(recipient)>")
                .expect(250, 251, to: "RCPT", isOfMail: true)
            try await connection.ask("DATA").expect(354, to: "DATA", isOfMail: true)
            try await connection.ask(text: Self.stuffed(mail))
                .expect(250, to: "The text", isOfMail: true)
            await connection.quit()
        } catch {
            throw SMTPFailure(error)
        }
    }

    /// Greets the server, begins TLS, and signs in.
    private func begin(_ connection: SMTPConnection) async throws {
        try await connection.greeting().expect(220, to: "The greeting")
        if server.beginsWithTLS { try await tls.check(connection.channel) }
        var hello = try await connection.hello()
        let isPrivate =
            server.beginsWithTLS
            || trustsLoopback && server.isLoopback && connection.isLoopback
        if !isPrivate || lacksPassword(hello) && hello.words(of: "STARTTLS") != nil {
            guard hello.words(of: "STARTTLS") != nil else {
                throw SMTPFailure("The server does not offer STARTTLS.")
            }
            try await connection.ask("STARTTLS", beginning: tls).expect(220, to: "STARTTLS")
            hello = try await connection.hello()
            try await tls.check(connection.channel)
        }
        guard let user = server.user, let password else { return }
        let ways = hello.words(of: "AUTH") ?? []
        if ways.contains("PLAIN") {
            try await connection.ask("AUTH PLAIN \(Self.base64("\0\(user)\0\(password)"))")
                .expect(235, to: "AUTH")
        } else if ways.contains("LOGIN") {
            try await connection.ask("AUTH LOGIN").expect(334, to: "AUTH")
            try await connection.ask(Self.base64(user)).expect(334, to: "AUTH")
            try await connection.ask(Self.base64(password)).expect(235, to: "AUTH")
        } else {
            throw SMTPFailure("The server offers neither AUTH PLAIN nor AUTH LOGIN.")
        }
    }

    /// Whether this client has a password that the server does not ask for.
    private func lacksPassword(_ hello: SMTPReply) -> Bool {
        !server.beginsWithTLS && server.user != nil && hello.words(of: "AUTH") == nil
    }

    /// Whether a command can hold the address: it ends neither the address nor the line.
    private static func isAddress(_ text: String) -> Bool {
        text.utf8.count <= 254
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>".utf8.contains($0) }
    }

    /// A mail as it is sent: a point is doubled at the start of a line, and alone on the last one.
    static func stuffed(_ mail: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isStart = true
        for byte in mail {
            if isStart, byte == UInt8(ascii: ".") { result.append(byte) }
            result.append(byte)
            isStart = byte == UInt8(ascii: "\n")
        }
        if !isStart { result += Array("\r\n".utf8) }
        return result + Array(".\r\n".utf8)
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString()
    }
}
