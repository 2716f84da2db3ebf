import NIOCore
import PeerTools

/// The server side: one task per frame, which replies with the same bytes or with a page.
final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let sender = FrameSender()
    private var context: ChannelHandlerContext?
    private static let page = ByteBuffer(repeating: 7, count: Work.pageBytes)

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var frame = unwrapInboundIn(data)
        guard let id = frame.readInteger(as: UInt32.self),
            let isPage = frame.readInteger(as: UInt8.self)
        else { return context.close(promise: nil) }
        let line = Line(bound: NIOLoopBound(self, eventLoop: context.eventLoop))
        let body = frame
        Task { await line.send(id, Answering.answer(body, isPage: isPage == 1)) }
    }

    private static func answer(_ frame: ByteBuffer, isPage: Bool) async -> ByteBuffer {
        isPage ? page : frame
    }

    fileprivate func send(_ id: UInt32, _ body: ByteBuffer) {
        if let context { sender.send(id: id, body, to: context) }
    }
}

/// The server side, for use from any task.
private struct Line: Sendable {
    let bound: NIOLoopBound<Answering>

    func send(_ id: UInt32, _ body: ByteBuffer) {
        let loop = bound.eventLoop
        if loop.inEventLoop {
            bound.value.send(id, body)
        } else {
            loop.execute { bound.value.send(id, body) }
        }
    }
}
