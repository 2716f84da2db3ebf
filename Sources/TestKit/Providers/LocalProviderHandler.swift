import NIOCore

/// One connection to a local provider: one request, and its answer.
final class LocalProviderHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let provider: LocalProvider
    private var received = ByteBuffer()
    private var isAnswered = false

    init(_ provider: LocalProvider) { self.provider = provider }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        let text = String(buffer: received)
        guard !isAnswered, text.hasSuffix("\r\n\r\n") else { return }
        isAnswered = true
        let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count == 3, words[0] == "GET",
            let answer = try? provider.answer(String(words[1]))
        else { return context.close(promise: nil) }
        send(answer, context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func send(_ answer: LocalAnswer, _ channel: any Channel) {
        guard let bytes = answer.bytes else { return }
        let sent = channel.writeAndFlush(ByteBuffer(bytes: bytes))
        guard !answer.endless.isEmpty else {
            return sent.whenComplete { _ in channel.close(promise: nil) }
        }
        if answer.isSlow {
            let part = ByteBuffer(bytes: answer.endless)
            channel.eventLoop.scheduleRepeatedTask(
                initialDelay: .milliseconds(20),
                delay: .milliseconds(20)
            ) { task in
                channel.writeAndFlush(part).whenFailure { _ in task.cancel() }
            }
        } else {
            let many = Array(repeating: answer.endless, count: 64).flatMap(\.self)
            Self.flood(ByteBuffer(bytes: many), channel)
        }
    }

    /// Sends the same bytes until the other side closes, with pauses for the thread's other work.
    private static func flood(_ bytes: ByteBuffer, _ channel: any Channel) {
        channel.writeAndFlush(bytes).whenSuccess {
            channel.eventLoop.scheduleTask(in: .microseconds(500)) { flood(bytes, channel) }
        }
    }
}
