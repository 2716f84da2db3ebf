import NIOCore
import NIOHTTP1
import NIOSSL
import NIOTLS

/// Asks one question, and collects the answer within its limits.
final class WebHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let target: WebTarget
    private let bytesMax: Int
    private let answer: EventLoopPromise<WebAnswer>
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []
    private var isDone = false

    init(_ target: WebTarget, bytesMax: Int, answer: EventLoopPromise<WebAnswer>) {
        (self.target, self.bytesMax, self.answer) = (target, bytesMax, answer)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case TLSUserEvent.handshakeCompleted = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        do {
            try checkName(context)
            ask(context)
        } catch {
            fail(error, context)
        }
    }

    /// NIOSSL also accepts a certificate for the address that the name led to, and that may be an
    /// attacker's on the way.
    private func checkName(_ context: ChannelHandlerContext) throws {
        guard !target.isIPAddress else { return }
        let tls = try context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
        guard tls.peerCertificate?.isValid(for: target.host) ?? false else {
            throw WebFailure("its certificate has another name")
        }
    }

    private func ask(_ context: ChannelHandlerContext) {
        var head = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: target.path.utf8.first == UInt8(ascii: "/") ? target.path : "/\(target.path)"
        )
        head.headers = [
            "Host": target.authority, "Accept": "*/*", "Accept-Encoding": "identity",
            "Connection": "close", "User-Agent": "Gauntlet",
        ]
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // An interim answer is followed by another.
            guard head.status.code >= 200 else { return }
            guard Self.isPlain(head) else {
                return fail(WebFailure("it compresses its answer unasked"), context)
            }
            self.head = head
        case .body(let part):
            guard body.count + part.readableBytes <= bytesMax else {
                return fail(WebFailure("its answer has more than \(bytesMax) bytes"), context)
            }
            body += part.readableBytesView
        case .end:
            guard let head else { return }
            isDone = true
            answer.succeed(
                WebAnswer(status: Int(head.status.code), headers: head.headers, body: body)
            )
            context.close(promise: nil)
        }
    }

    private static func isPlain(_ head: HTTPResponseHead) -> Bool {
        head.headers["content-encoding"].allSatisfy { smallASCII($0) == "identity" }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A server that closes without TLS's farewell has still sent all that its length said.
        if case .uncleanShutdown? = error as? NIOSSLError { return }
        fail(error, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(WebFailure("it closed the connection"), context)
        context.fireChannelInactive()
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        guard !isDone else { return }
        isDone = true
        answer.fail(error)
        context.close(promise: nil)
    }
}

/// Ends a connection that brings more bytes than any answer may have, in whatever form: headers
/// and interim answers never end otherwise.
final class WebByteLimit: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// What headers, and the framing of chunks, may add to an answer.
    static let overhead = 65_536

    private var left: Int

    init(bytesMax: Int) { left = bytesMax + bytesMax / 8 + Self.overhead }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        left -= unwrapInboundIn(data).readableBytes
        guard left >= 0 else {
            context.fireErrorCaught(WebFailure("its answer never ends"))
            return context.close(promise: nil)
        }
        context.fireChannelRead(data)
    }
}

extension NIOSSLCertificate {
    /// Whether one of the DNS names is this one, or stands for it with `*` as its first label.
    func isValid(for name: String) -> Bool {
        let name = name.utf8.map { $0 | 0x20 }
        let parent = name.drop { $0 != UInt8(ascii: ".") }
        return _subjectAlternativeNames().contains { entry in
            guard entry.nameType == .dnsName else { return false }
            let entry = entry.contents.withUnsafeBufferPointer { $0.map { $0 | 0x20 } }
            let isWildcard = entry.first == UInt8(ascii: "*") && parent.count > 1
            return entry == name || isWildcard && entry.dropFirst().elementsEqual(parent)
        }
    }
}
