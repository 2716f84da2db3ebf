import Wire

/// A violation of the protocol by the other side. Each closes the connection.
enum ProtocolViolation: Error, Hashable {
    /// The bytes are not a frame.
    case frame(FrameError)
    /// A frame of a kind that this side does not accept, or not in this state.
    case unexpected(FrameKind)
    /// A frame for a call that was never opened.
    case neverOpened(UInt32)
    /// A call's id is not higher than the last.
    case idRepeated(UInt32)
    /// More calls or streams are open than the limits allow.
    case tooManyOpen
    /// Items beyond the credit that was given.
    case overspent(UInt32)
    /// More credit than any window can hold.
    case creditOverflow(UInt32)
    /// An item after its direction's end, or of a call that is not a stream.
    case noStream(UInt32)
}

extension ProtocolViolation {
    /// What the other side did, for the log.
    var sentence: String {
        switch self {
        case .frame(let error): error.sentence
        case .unexpected(let kind): "a \(kind) frame is not expected here"
        case .neverOpened(let id): "call \(id) was never opened"
        case .idRepeated(let id): "call \(id): the id is not higher than the last"
        case .tooManyOpen: "more calls or streams are open than the limits allow"
        case .overspent(0): "item exceeds the connection's credit"
        case .overspent(let id): "stream \(id): item exceeds its credit"
        case .creditOverflow(0): "the connection's credit exceeds its window"
        case .creditOverflow(let id): "stream \(id): credit exceeds its window"
        case .noStream(let id): "call \(id): item or end after its end, or it is not a stream"
        }
    }
}

extension FrameError {
    fileprivate var sentence: String {
        switch self {
        case .tooLong(let bytes, let limit): "frame of \(bytes) bytes, but the limit is \(limit)"
        case .truncated: "frame is shorter than its header"
        case .unknownKind(let kind): "frame of the unknown kind \(kind)"
        case .unknownFlags(let flags): "frame with the unknown flags \(flags)"
        case .idOutOfRange(let id): "the call's id \(id) is out of range"
        case .contextTooLong(let bytes):
            "context of \(bytes) bytes, but the limit is \(Limits.contextBytesMax)"
        case .wrongBody(let kind, let bytes):
            "a \(kind) frame cannot have a body of \(bytes) bytes"
        case .malformedOpening: "handshake frame cannot be decoded"
        }
    }
}
