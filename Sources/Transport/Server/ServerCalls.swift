import NIOCore
import Wire

/// The server's side of a connection's calls: decides what runs, what is refused and what is
/// cancelled. Does no I/O.
///
/// Invariant: every call that was begun or refused gets exactly one last frame.
struct ServerCalls<Run>: ~Copyable {
    /// A call whose last frame was not sent.
    private struct OpenCall {
        /// `nil` until `started` was called.
        var run: Run?
        let isStream: Bool
        /// The bytes of its body and context, which stay in memory while it runs.
        let bytes: Int
        /// Whether the client has cancelled the call: what still arrives for it is dropped.
        var isCancelled = false
    }

    /// The result of a frame.
    enum Received: Equatable {
        /// No action is needed.
        case nothing
        /// Begin the call, then call `started`.
        case begin(Frame)
        /// Refuse the call with this error; none of it was begun.
        case refuse(UInt32, WireError)
        /// The stream has an item, or its end, to read.
        case item(UInt32)
        /// Queued items may now be sendable.
        case credited
        /// Stop the call; its last frame is still to be sent.
        case cancel(UInt32)
        /// Answer with a pong that has this id.
        case pinged(UInt32)
        /// Everything that the client sent before it saw the ping with this id has arrived.
        case ponged(UInt32)
    }

    /// The bytes of call bodies that may be in memory for one connection; calls beyond that are
    /// refused with `wire.overloaded`.
    static var bodyBytesMax: Int { 64 * Limits.frameBytesMax }

    var flow: Flow<OneShot<Fault?>>
    private let limits: ConnectionLimits
    private let takesItems: @Sendable (CallID) -> Bool
    private var calls: [UInt32: OpenCall] = [:]
    private var lastID: UInt32 = 0
    private var bytes = 0
    /// Whether no new call begins, because this side is draining.
    private(set) var isDraining = false

    /// - Parameters:
    ///   - limits: The connection's limits.
    ///   - unread: The process' budget for unread items.
    ///   - takesItems: Whether the client sends items in a call.
    init(
        limits: ConnectionLimits,
        unread: UnreadBudget,
        takesItems: @escaping @Sendable (CallID) -> Bool = { _ in true }
    ) {
        self.limits = limits
        self.takesItems = takesItems
        flow = Flow(limits: limits, unread: unread)
    }

    /// The number of open calls.
    var count: Int { calls.count }

    /// Processes a frame from an authenticated client.
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

    /// Whether the call has neither ended nor been cancelled; throws if it was never opened.
    private func isWanted(_ id: UInt32) throws(ProtocolViolation) -> Bool {
        guard id <= lastID else { throw .neverOpened(id) }
        return calls[id]?.isCancelled == false
    }

    /// Sets what runs for a call that was begun.
    mutating func started(_ id: UInt32, _ run: Run) {
        calls[id]?.run = run
    }

    /// Whether the call's last frame has not been sent.
    func isOpen(_ id: UInt32) -> Bool {
        calls[id] != nil
    }

    func run(_ id: UInt32) -> Run? {
        calls[id]?.run
    }

    /// Everything that runs, oldest first.
    var runs: [Run] {
        calls.sorted { $0.key < $1.key }.compactMap(\.value.run)
    }

    /// Ends a call; the caller then sends its last frame. Returns `false` when the connection was
    /// lost before.
    mutating func answer(_ id: UInt32) -> Bool {
        guard let call = calls.removeValue(forKey: id) else { return false }
        bytes -= call.bytes
        return true
    }

    /// Ends all calls because the connection is lost, and returns what runs, for the caller to
    /// cancel.
    mutating func lose() -> [Run] {
        let runs = runs
        calls = [:]
        bytes = 0
        isDraining = true
        return runs
    }

    /// Refuses calls from now on, before they begin.
    mutating func drain() {
        isDraining = true
    }
}
