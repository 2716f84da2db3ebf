import NIOCore

/// A channel's handler for use from any thread: runs code on the channel's event loop, at once if
/// the current task is already there.
struct LoopBound<Value>: Sendable {
    private let bound: NIOLoopBound<Value>

    /// - Precondition: Called on the event loop.
    init(_ value: Value, on loop: any EventLoop) {
        bound = NIOLoopBound(value, eventLoop: loop)
    }

    /// The handler, if the current task is already on its event loop.
    var here: Value? {
        bound.eventLoop.inEventLoop ? bound.value : nil
    }

    func run(_ body: @escaping @Sendable (Value) -> Void) {
        let loop = bound.eventLoop
        if loop.inEventLoop {
            body(bound.value)
        } else {
            loop.execute { [bound] in body(bound.value) }
        }
    }
}
