import NIOCore
import NIOPosix

/// A connection to a mail server, for one mail.
struct SMTPConnection {
    let channel: any Channel
    private let timing: SMTPTiming
    private let firstReply: EventLoopFuture<SMTPReply>
    private let end: Scheduled<Void>

    /// Connects.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - tls: TLS from the start; `nil` for none.
    ///   - timing: How long each step may take.
    /// - Returns: The connection, before the server's greeting.
    /// - Throws: If there is no connection.
    static func open(
        to server: SMTPServer,
        under tls: SMTPTLS?,
        timing: SMTPTiming
    ) async throws -> SMTPConnection {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(timing.connection)
            .channelOption(.autoRead, value: false)
            .connect(host: server.host, port: server.port).get()
        let reply = channel.eventLoop.makePromise(of: SMTPReply.self)
        do {
            try await channel.eventLoop.submit {
                let pipeline = channel.pipeline.syncOperations
                if let tls { try pipeline.addHandler(tls.handler()) }
                let greeting = SMTPCommand(bytes: [], limit: timing.reply, reply: reply)
                try pipeline.addHandler(SMTPHandler(greeting: greeting))
            }.get()
            try await channel.setOption(.autoRead, value: true).get()
        } catch {
            channel.close(promise: nil)
            // If the greeting has failed meanwhile, that is the reason.
            reply.fail(error)
            _ = try await reply.futureResult.get()
            throw error
        }
        return SMTPConnection(
            channel: channel,
            timing: timing,
            firstReply: reply.futureResult,
            end: channel.eventLoop.scheduleTask(in: timing.mail) { channel.close(promise: nil) }
        )
    }

    /// Whether both ends are on this machine.
    var isLoopback: Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return false }
        return address == "::1" || address.utf8.starts(with: "127.".utf8)
    }

    /// What the server says first.
    func greeting() async throws -> SMTPReply {
        try await closingIfCancelled { try await firstReply.get() }
    }

    /// Introduces this machine by its address.
    func hello() async throws -> SMTPReply {
        let own = channel.localAddress
        let address = own?.ipAddress ?? "127.0.0.1"
        let literal = if case .v6 = own { "IPv6:\(address)" } else { address }
        return try await ask("EHLO [\(literal)]").expect(250, to: "EHLO")
    }

    /// Sends a command, and waits for the reply.
    func ask(_ command: String, beginning tls: SMTPTLS? = nil) async throws -> SMTPReply {
        try await closingIfCancelled {
            try await exchange(Array("\(command)\r\n".utf8), within: timing.reply, tls)
        }
    }

    /// Sends the text of a mail. Once it is sent, cancelling the task does not lose the reply.
    func ask(text: [UInt8]) async throws -> SMTPReply {
        try await exchange(text, within: timing.text, nil)
    }

    /// Says goodbye. Whatever the server answers, it has the mail.
    func quit() async {
        _ = try? await ask("QUIT")
    }

    func close() {
        end.cancel()
        channel.close(promise: nil)
    }

    private func exchange(
        _ bytes: [UInt8],
        within limit: TimeAmount,
        _ tls: SMTPTLS?
    ) async throws -> SMTPReply {
        let reply = channel.eventLoop.makePromise(of: SMTPReply.self)
        let command = SMTPCommand(bytes: bytes, limit: limit, tls: tls, reply: reply)
        channel.writeAndFlush(command).cascadeFailure(to: reply)
        return try await reply.futureResult.get()
    }

    private func closingIfCancelled(
        _ body: () async throws -> SMTPReply
    ) async throws -> SMTPReply {
        try await withTaskCancellationHandler {
            try await body()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

extension SMTPReply {
    /// Returns the reply if it has one of the codes.
    ///
    /// - Parameters:
    ///   - codes: The codes.
    ///   - step: What it replies to.
    ///   - isOfMail: Whether the step is about this mail, so that 5xx refuses it for good. What the
    ///     server says to other steps may change with its settings and those of this machine.
    /// - Returns: The reply.
    /// - Throws: `SMTPFailure` for any other code.
    @discardableResult
    func expect(
        _ codes: Int...,
        to step: String,
        isOfMail: Bool = false
    ) throws(SMTPFailure) -> SMTPReply {
        guard codes.contains(code) else {
            throw SMTPFailure(isFinal: isOfMail && code >= 500, "\(step): \(code).")
        }
        return self
    }
}
