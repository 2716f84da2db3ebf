/// What a frame is for. The number is the header's first byte.
public enum FrameKind: UInt8, CaseIterable, Sendable {
    /// Client to server, first of all: the versions it speaks and its nonce (`Hello`).
    case hello = 1
    /// Server to client: the versions it speaks, the chosen one, and its nonce (`Welcome`).
    case welcome = 2
    /// First client to server (`ClientProof`), then server to client (`ServerProof`).
    case proof = 3
    /// Client to server: a question; the only kind with a call number and a context.
    case call = 4
    /// Server to client: the answer. The last frame of its call.
    case reply = 5
    /// Server to client: a refusal or failure, a `Fault` in CBOR. The last frame of its call.
    case fault = 6
    /// Both ways: one item of a stream; the body is the item.
    case item = 7
    /// Client to server: no further item follows.
    case end = 8
    /// Both ways: how many more bytes of items may be sent, 4 bytes; id 0 means all streams
    /// together.
    case credit = 9
    /// Client to server: the answer is of no use any more. The last frame still follows.
    case cancel = 10
    /// Both ways: asks for a pong with the same id.
    case ping = 11
    /// Both ways: answers a ping.
    case pong = 12
    /// Server to client: no further call will be begun on this connection.
    case drain = 13
}

extension FrameKind {
    /// Whether the frame belongs to one call, so that its id is that call's.
    var isOfCall: Bool {
        switch self {
        case .call, .reply, .fault, .item, .end, .cancel: true
        case .hello, .welcome, .proof, .credit, .ping, .pong, .drain: false
        }
    }

    /// The length that the body must have; `nil` where any length is right.
    var bodyBytes: Int? {
        switch self {
        case .end, .cancel, .ping, .pong, .drain: 0
        case .credit: 4
        case .hello, .welcome, .proof, .call, .reply, .fault, .item: nil
        }
    }

    /// The flags that a frame of this kind may carry.
    var flags: FrameFlags {
        switch self {
        case .call: .stream
        case .fault: .notBegun
        default: []
        }
    }
}

/// The header's second byte. A flag that the kind does not know makes the frame malformed.
public struct FrameFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// On a call: items flow during it.
    public static let stream = FrameFlags(rawValue: 1)
    /// On a fault: nothing of the call was begun, so that whoever asked may ask again, whatever
    /// the call does.
    public static let notBegun = FrameFlags(rawValue: 2)
}
