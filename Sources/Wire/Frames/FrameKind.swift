/// The kind of a frame. The raw value is the header's first byte.
public enum FrameKind: UInt8, CaseIterable, Sendable {
    /// Client to server, the first frame: the versions it speaks and its nonce (`Hello`).
    case hello = 1
    /// Server to client: the versions it speaks, the chosen one, and its nonce (`Welcome`).
    case welcome = 2
    /// First client to server (`ClientProof`), then server to client (`ServerProof`).
    case proof = 3
    /// Client to server: a call; the only kind with a call number and a context.
    case call = 4
    /// Server to client: the reply. The last frame of its call.
    case reply = 5
    /// Server to client: a refusal or failure, a `Fault` in CBOR. The last frame of its call.
    case fault = 6
    /// Both ways: one item of a stream; the body is the item.
    case item = 7
    /// Client to server: no more items follow.
    case end = 8
    /// Both ways: how many more bytes of items may be sent, 4 bytes; id 0 means all streams
    /// together.
    case credit = 9
    /// Client to server: the reply is no longer needed. The last frame still follows.
    case cancel = 10
    /// Both ways: requests a pong with the same id.
    case ping = 11
    /// Both ways: answers a ping.
    case pong = 12
    /// Server to client: no further call on this connection will be started.
    case drain = 13
}

extension FrameKind {
    /// Whether the frame belongs to one call, so that its id is the call's.
    var isOfCall: Bool {
        switch self {
        case .call, .reply, .fault, .item, .end, .cancel: true
        case .hello, .welcome, .proof, .credit, .ping, .pong, .drain: false
        }
    }

    /// The required length of the body; `nil` when any length is allowed.
    var bodyBytes: Int? {
        switch self {
        case .end, .cancel, .ping, .pong, .drain: 0
        case .credit: 4
        case .hello, .welcome, .proof, .call, .reply, .fault, .item: nil
        }
    }

    /// The flags that a frame of this kind may have.
    var flags: FrameFlags {
        switch self {
        case .call: .stream
        case .fault: .notBegun
        default: []
        }
    }
}

/// The header's second byte. A flag that the kind does not allow makes the frame malformed.
public struct FrameFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// On a call: it is a stream call.
    public static let stream = FrameFlags(rawValue: 1)
    /// On a fault: no part of the call was started, so the caller may retry whatever the call does.
    public static let notBegun = FrameFlags(rawValue: 2)
}
