import NIOCore
import Wire

/// The calls that one side of a connection has asked: ids, answers, cancels, deadlines. Does no
/// I/O.
///
/// Invariant: a call that was cancelled keeps its id open until its last frame has come, for so
/// long the other side counts it too.
struct ClientCalls<Asker>: ~Copyable {
    /// A call whose last frame has not come.
    private struct OpenCall {
        /// `nil` once nobody waits for the answer.
        var asker: Asker?
        let isStream: Bool
        let deadline: NIODeadline
    }

    /// What a frame means.
    enum Received {
        /// Nothing is to be done.
        case nothing
        /// The call's last frame has come. The asker is `nil` when nobody waits any more.
        case answered(UInt32, Asker?, Response, isStream: Bool)
        /// An item waits on the stream.
        case item(Asker)
        /// Items that wait to be sent may have become sendable.
        case credited
        /// To be answered with a pong of this id.
        case pinged(UInt32)
        /// No further call may be begun.
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
    /// Whether no further call may be begun: the other side stops, or the ids are used up.
    private(set) var isDraining = false

    init(limits: ConnectionLimits, unread: UnreadBudget, lastID: UInt32 = 0) {
        self.limits = limits
        self.lastID = lastID
        flow = Flow(limits: limits, unread: unread)
    }

    /// How many calls are open.
    var count: Int { calls.count }

    /// Begins a call and gives it its id; `nil` when the connection takes no more.
    mutating func open(_ asker: Asker, isStream: Bool, deadline: NIODeadline) -> UInt32? {
        guard !isDraining, calls.count < Int(limits.calls), !isStream || flow.open(lastID + 1)
        else { return nil }
        lastID += 1
        if lastID == Frame.callIDMax { isDraining = true }
        calls[lastID] = OpenCall(asker: asker, isStream: isStream, deadline: deadline)
        return lastID
    }

    /// Takes in a frame of a proved server.
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

    /// Gives a call up: a cancel is then to be sent, and the asker told. `nil` when it has ended,
    /// or was given up before.
    mutating func cancel(_ id: UInt32) -> Asker? {
        guard let asker = calls[id]?.asker else { return nil }
        calls[id]?.asker = nil
        return asker
    }

    /// Whoever waits for a call whose deadline has passed.
    func expired(at now: NIODeadline) -> [Asker] {
        calls.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
            .compactMap(\.value.asker)
    }

    /// The deadline that passes first; `nil` when nobody waits.
    var nextDeadline: NIODeadline? {
        calls.values.lazy.filter { $0.asker != nil }.map(\.deadline).min()
    }

    /// Ends all calls: the connection is lost. Whoever still waits is returned.
    mutating func lose() -> [Asker] {
        isDraining = true
        let askers = calls.sorted { $0.key < $1.key }.compactMap(\.value.asker)
        calls = [:]
        return askers
    }

    /// No further call may be begun, because this side stops.
    mutating func drain() {
        isDraining = true
    }
}
