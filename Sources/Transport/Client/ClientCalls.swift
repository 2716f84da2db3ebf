import NIOCore
import Wire

/// The client's side of a connection's calls: ids, replies, cancels and deadlines. Does no I/O.
///
/// Invariant: a cancelled call keeps its id open until its last frame arrives, because the server
/// counts it until then too.
struct ClientCalls<Asker>: ~Copyable {
    /// A call whose last frame has not arrived.
    private struct OpenCall {
        /// `nil` once the caller has stopped waiting.
        var asker: Asker?
        let isStream: Bool
        let deadline: NIODeadline
    }

    /// The result of a frame.
    enum Received {
        /// No action is needed.
        case nothing
        /// The call's last frame has arrived. The asker is `nil` if the caller no longer waits.
        case answered(UInt32, Asker?, Response, isStream: Bool)
        /// The stream has an item to read.
        case item(Asker)
        /// Queued items may now be sendable.
        case credited
        /// Answer with a pong that has this id.
        case pinged(UInt32)
        /// No new call may begin.
        case draining
    }

    /// How a call ended.
    enum Response: Equatable {
        case reply(ByteBuffer)
        /// A fault in CBOR.
        case fault(ByteBuffer, isBegun: Bool)
    }

    var flow: Flow<OneShot<Fault?>>
    private let limits: ConnectionLimits
    private var calls: [UInt32: OpenCall] = [:]
    private var lastID: UInt32
    /// Whether no new call may begin: the server is draining, or the ids are used up.
    private(set) var isDraining = false

    init(limits: ConnectionLimits, unread: UnreadBudget, lastID: UInt32 = 0) {
        self.limits = limits
        self.lastID = lastID
        flow = Flow(limits: limits, unread: unread)
    }

    /// The number of open calls.
    var count: Int { calls.count }

    /// Opens a call and returns its id, or `nil` when the connection takes no more calls.
    mutating func open(_ asker: Asker, isStream: Bool, deadline: NIODeadline) -> UInt32? {
        guard !isDraining, calls.count < Int(limits.calls), !isStream || flow.open(lastID + 1)
        else { return nil }
        lastID += 1
        if lastID == Frame.callIDMax { isDraining = true }
        calls[lastID] = OpenCall(asker: asker, isStream: isStream, deadline: deadline)
        return lastID
    }

    /// Processes a frame from an authenticated server.
    mutating func receive(_ frame: Frame) throws(ProtocolViolation) -> Received {
        switch frame.kind {
        case .reply:
            return try ended(frame.id, .reply(frame.body))
        case .fault:
            return try ended(
                frame.id,
                .fault(frame.body, isBegun: !frame.flags.contains(.notBegun))
            )
        case .item:
            return try item(frame)
        case .credit:
            guard frame.id <= lastID else { throw .neverOpened(frame.id) }
            try flow.credited(frame.creditBytes, on: frame.id)
            return .credited
        case .ping:
            return .pinged(frame.id)
        case .pong:
            return .nothing
        case .drain:
            isDraining = true
            return .draining
        case .hello, .welcome, .proof, .call, .end, .cancel:
            throw .unexpected(frame.kind)
        }
    }

    private mutating func ended(
        _ id: UInt32,
        _ answer: Response
    ) throws(ProtocolViolation) -> Received {
        guard id <= lastID else { throw .neverOpened(id) }
        guard let call = calls.removeValue(forKey: id) else { return .nothing }
        return .answered(id, call.asker, answer, isStream: call.isStream)
    }

    private mutating func item(_ frame: Frame) throws(ProtocolViolation) -> Received {
        guard frame.id <= lastID else { throw .neverOpened(frame.id) }
        guard let call = calls[frame.id] else {
            try flow.dropped(frame.body)
            return .nothing
        }
        guard call.isStream else { throw .noStream(frame.id) }
        guard let asker = call.asker else {
            try flow.dropped(frame.body)
            return .nothing
        }
        try flow.received(frame.body, on: frame.id)
        return .item(asker)
    }

    /// Gives up a call and returns its asker: the connection then sends a cancel and tells the
    /// caller. Returns `nil` if the call has ended or was given up before.
    mutating func cancel(_ id: UInt32) -> Asker? {
        guard let asker = calls[id]?.asker else { return nil }
        calls[id]?.asker = nil
        return asker
    }

    /// The askers of the calls whose deadlines have passed.
    func expired(at now: NIODeadline) -> [Asker] {
        calls.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
            .compactMap(\.value.asker)
    }

    /// The earliest deadline; `nil` when no caller waits.
    var nextDeadline: NIODeadline? {
        calls.values.lazy.filter { $0.asker != nil }.map(\.deadline).min()
    }

    /// Ends all calls because the connection is lost, and returns the askers that still wait.
    mutating func lose() -> [Asker] {
        isDraining = true
        let askers = calls.sorted { $0.key < $1.key }.compactMap(\.value.asker)
        calls = [:]
        return askers
    }

    /// Stops new calls, because this side is shutting down.
    mutating func drain() {
        isDraining = true
    }
}
