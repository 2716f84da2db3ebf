import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A mail server on loopback that does what a test wants.
final class MailServer: Sendable {
    /// What it does instead of what a server does.
    enum Answer: Sendable {
        /// Sends lines, which need not be a reply.
        case say(String)
        case silence
        case close
    }

    private struct State {
        var answers: [String: [Answer]] = [:]
        var commands: [String] = []
        var mails: [String] = []
    }

    private let state = Mutex(State())
    fileprivate let tls: NIOSSLContext?
    fileprivate let offers: [String]
    fileprivate let protectedOffers: [String]

    private init(_ tls: NIOSSLContext?, _ offers: [String], _ protectedOffers: [String]) {
        (self.tls, self.offers, self.protectedOffers) = (tls, offers, protectedOffers)
    }

    /// What clients said, without the texts of mails.
    var commands: [String] { state.withLock { $0.commands } }

    /// The mails as they travelled, without the last point.
    var mails: [String] { state.withLock { $0.mails } }

    /// Sets what it does at the next commands with a first word: `.` is the end of a mail's text,
    /// and `` the connection.
    func will(_ answers: Answer..., at word: String) {
        state.withLock { $0.answers[word, default: []] += answers }
    }

    fileprivate func answer(to word: String) -> Answer? {
        state.withLock { state in
            guard state.answers[word]?.isEmpty == false else { return nil }
            return state.answers[word]?.removeFirst()
        }
    }

    fileprivate func note(command: String) { state.withLock { $0.commands.append(command) } }
    fileprivate func note(mail: String) { state.withLock { $0.mails.append(mail) } }

    /// Runs a server while `body` uses it.
    ///
    /// - Parameters:
    ///   - files: The files of its certificate and key; `nil` for no TLS.
    ///   - beginsWithTLS: Whether TLS begins with the connection.
    ///   - offers: The extensions without TLS.
    ///   - protectedOffers: The extensions over TLS.
    ///   - body: Uses the server, and gets its port.
    /// - Throws: What `body` throws.
    static func run(
        _ files: (certificate: String, key: String)? = nil,
        beginsWithTLS: Bool = false,
        offers: [String] = [],
        protectedOffers: [String] = [],
        _ body: (_ server: MailServer, _ port: Int) async throws -> Void
    ) async throws {
        let tls = try files.map { files in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: NIOSSLCertificate.fromPEMFile(files.certificate)
                        .map { .certificate($0) },
                    privateKey: .privateKey(NIOSSLPrivateKey(file: files.key, format: .pem))
                )
            )
        }
        let server = MailServer(tls, offers, protectedOffers)
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if beginsWithTLS, let tls {
                        try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try pipeline.addHandler(Session(server, isProtected: beginsWithTLS))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(server, listening.localAddress?.port ?? 0)
        } catch {
            try? await listening.close()
            throw error
        }
        try await listening.close()
    }
}

/// One client's connection.
private final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: MailServer
    private var isProtected: Bool
    private var buffer = ""
    /// The text of the mail that is under way; `nil` if none is.
    private var text: String?
    /// How many lines of AUTH LOGIN are still to come.
    private var secretLines = 0

    init(_ server: MailServer, isProtected: Bool) {
        self.server = server
        self.isProtected = isProtected
    }

    func channelActive(context: ChannelHandlerContext) {
        react(to: "", else: "220 mail.test ESMTP", context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        buffer += String(buffer: unwrapInboundIn(data))
        while let end = buffer.firstRange(of: "\r\n") {
            let line = String(buffer[..<end.lowerBound])
            buffer = String(buffer[end.upperBound...])
            take(line, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func take(_ line: String, _ context: ChannelHandlerContext) {
        if let text {
            guard line == "." else {
                self.text = text + line + "\r\n"
                return
            }
            self.text = nil
            server.note(mail: text)
            return react(to: ".", else: "250 taken", context)
        }
        server.note(command: line)
        if secretLines > 0 {
            secretLines -= 1
            return send(secretLines > 0 ? "334 UGFzc3dvcmQ6" : "235 welcome", context)
        }
        let word = String(line.prefix { $0 != " " })
        switch word {
        case "EHLO":
            let offers = isProtected ? server.protectedOffers : server.offers
            let lines = ["mail.test"] + offers
            let reply = lines.enumerated().map { place, line in
                "250\(place == lines.count - 1 ? " " : "-")\(line)"
            }
            react(to: word, else: reply.joined(separator: "\r\n"), context)
        case "STARTTLS":
            react(to: word, else: "220 go on", context)
            guard let tls = server.tls else { return }
            isProtected = true
            try? context.pipeline.syncOperations.addHandler(
                NIOSSLServerHandler(context: tls),
                position: .first
            )
        case "AUTH" where line == "AUTH LOGIN":
            secretLines = 2
            react(to: word, else: "334 VXNlcm5hbWU6", context)
        case "AUTH": react(to: word, else: "235 welcome", context)
        case "DATA":
            text = ""
            react(to: word, else: "354 go on", context)
        case "QUIT": react(to: word, else: "221 goodbye", context)
        default: react(to: word, else: "250 fine", context)
        }
    }

    private func react(to word: String, else reply: String, _ context: ChannelHandlerContext) {
        switch server.answer(to: word) {
        case nil: send(reply, context)
        case .say(let lines):
            if word == "DATA" { text = nil }
            send(lines, context)
        case .silence: break
        case .close: context.close(promise: nil)
        }
    }

    private func send(_ lines: String, _ context: ChannelHandlerContext) {
        let bytes = ByteBuffer(string: lines + "\r\n")
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }
}
