import NIOCore
import Wire

/// The calls that one side of a connection answers: what runs, what is refused, what is cancelled.
/// Does no I/O.
///
/// Invariant: every call that was begun or refused is answered by exactly one last frame.
struct ServerCalls<Run>: ~Copyable {
    /// A call whose last frame was not sent.
    private struct OpenCall {
        /// `nil` until `started` was called.
        var run: Run?
        let isStream: Bool
        /// The bytes of its body and context, which are in memory while it runs.
        let bytes: Int
        /// Whether nobody waits for the answer: what still arrives for the call is dropped.
        var isCancelled = false
    }

    /// What a frame means.
    enum Received: Equatable {
        /// Nothing is to be done.
        case nothing
        /// The call is to be begun, and `started` called.
        case begin(Frame)
        /// Nothing of the call was begun: this frame says so.
        case refuse(UInt32, WireError)
        /// An item, or the end of them, waits on the stream.
        case item(UInt32)
        /// Items that wait to be sent may have become sendable.
        case credited
        /// The call is to be stopped; its last frame is still to be sent.
        case cancel(UInt32)
        /// To be answered with a pong of this id.
        case pinged(UInt32)
        /// Whatever the client had sent before it saw the ping of this id has arrived.
        case ponged(UInt32)
    }

    /// How many bytes of calls' bodies may be in memory for one connection; calls beyond it are
    /// refused with `wire.overloaded`.
    static var bodyBytesMax: Int { 64 * Limits.frameBytesMax }

    var flow: Flow<OneShot<Fault?>>
    private let limits: ConnectionLimits
    private let takesItems: @Sendable (CallID) -> Bool
    private var calls: [UInt32: OpenCall] = [:]
    private var lastID: UInt32 = 0
    private var bytes = 0
    /// Whether no further call is begun, because this side stops.
    private(set) var isDraining = false

    /// Takes the limits, what the process may keep, and whether items come up in a call.
    init(
        limits: ConnectionLimits,
        unread: UnreadBudget,
        takesItems: @escaping @Sendable (CallID) -> Bool = { _ in true }
    ) {
        self.limits = limits
        self.takesItems = takesItems
        flow = Flow(limits: limits, unread: unread)
    }

    /// How many calls run.
    var count: Int { calls.count }

    /// Takes in a frame of a proved client.
    mutating func receive(_ frame: Frame) throws(ProtocolViolation) -> Received {
        switch frame.kind {
        case .call:
            return try call(frame)
        case .item:
            return try item(frame)
        case .end:
            guard try isWanted(frame.id) else { return .nothing }
            try flow.receivedEnd(on: frame.id)
            return .item(frame.id)
        case .cancel:
            guard try isWanted(frame.id) else { return .nothing }
            calls[frame.id]?.isCancelled = true
            return .cancel(frame.id)
        case .credit:
            guard frame.id <= lastID else { throw .neverOpened(frame.id) }
            try flow.credited(frame.creditBytes, on: frame.id)
            return .credited
        case .ping:
            return .pinged(frame.id)
        case .pong:
            return .ponged(frame.id)
        case .hello, .welcome, .proof, .reply, .fault, .drain:
            throw .unexpected(frame.kind)
        }
    }

    private mutating func call(_ frame: Frame) throws(ProtocolViolation) -> Received {
        guard frame.id > lastID else { throw .idRepeated(frame.id) }
        lastID = frame.id
        guard !isDraining else { return .refuse(frame.id, .unavailable) }
        let isStream = frame.flags.contains(.stream)
        guard calls.count < Int(limits.calls), !isStream || flow.count < Int(limits.streams) else {
            throw .tooManyOpen
        }
        let bytes = frame.context.readableBytes + frame.body.readableBytes
        guard self.bytes + bytes <= Self.bodyBytesMax else {
            return .refuse(frame.id, .overloaded)
        }
        guard !isStream || flow.open(frame.id, takesItems: takesItems(frame.number)) else {
            return .refuse(frame.id, .overloaded)
        }
        self.bytes += bytes
        calls[frame.id] = OpenCall(isStream: isStream, bytes: bytes)
        return .begin(frame)
    }

    private mutating func item(_ frame: Frame) throws(ProtocolViolation) -> Received {
        guard try isWanted(frame.id) else {
            try flow.dropped(frame.body)
            return .nothing
        }
        try flow.received(frame.body, on: frame.id)
        return .item(frame.id)
    }

    /// Whether the call has neither ended nor been cancelled; throws when it was never opened.
    private func isWanted(_ id: UInt32) throws(ProtocolViolation) -> Bool {
        guard id <= lastID else { throw .neverOpened(id) }
        return calls[id]?.isCancelled == false
    }

    /// What runs for a call that was begun.
    mutating func started(_ id: UInt32, _ run: Run) {
        calls[id]?.run = run
    }

    /// Whether the call's last frame was not sent.
    func isOpen(_ id: UInt32) -> Bool {
        calls[id] != nil
    }

    func run(_ id: UInt32) -> Run? {
        calls[id]?.run
    }

    /// Everything that runs, the oldest first.
    var runs: [Run] {
        calls.sorted { $0.key < $1.key }.compactMap(\.value.run)
    }

    /// Ends a call, whose last frame is then to be sent; `false` when the connection was lost
    /// before.
    mutating func answer(_ id: UInt32) -> Bool {
        guard let call = calls.removeValue(forKey: id) else { return false }
        bytes -= call.bytes
        return true
    }

    /// Ends all calls: the connection is lost. Whatever runs is returned, to be cancelled.
    mutating func lose() -> [Run] {
        let runs = runs
        calls = [:]
        bytes = 0
        isDraining = true
        return runs
    }

    /// From now on, calls are refused with nothing done.
    mutating func drain() {
        isDraining = true
    }
}
