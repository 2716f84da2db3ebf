import NIOCore
import RPC
import Wire

@testable import Transport

/// Returns the text that it was called with.
struct Echo: Call {
    static let id: CallID = 0x7F01
    static let effect = Effect.none
    static let access = Access.anyone

    var text: String

    struct Reply: Codable, Hashable, Sendable {
        var text: String
    }
}

/// A write that takes effect each time.
struct Act: Call {
    static let id: CallID = 0x7F02
    static let effect = Effect.many
    static let access = Access.anyone
    typealias Reply = Nothing
}

/// A write whose repetitions are recognised.
struct ActOnce: Call {
    static let id: CallID = 0x7F03
    static let effect = Effect.once
    static let access = Access.anyone

    struct Reply: Codable, Hashable, Sendable {
        var key: String?
    }
}

/// What a service knows about its caller.
struct WhoAsks: Call {
    static let id: CallID = 0x7F04
    static let effect = Effect.none
    static let access = Access.cluster([.gateway])

    struct Reply: Codable, Hashable, Sendable {
        var peer: String?
        var trace: String
        var clientAddress: String?
        var remainingMilliseconds: Int?
    }
}

/// Bytes both ways: the reply is the number of bytes received.
struct Pour: StreamCall {
    static let id: CallID = 0x7F05
    static let effect = Effect.none
    static let access = Access.anyone
    typealias Up = ByteBuffer
    typealias Down = ByteBuffer

    /// The number of bytes that the service sends.
    var down: Int

    struct Reply: Codable, Hashable, Sendable {
        var up: Int
    }
}

/// Items for as long as the caller listens.
struct Watch: StreamCall {
    static let id: CallID = 0x7F06
    static let effect = Effect.none
    static let access = Access.anyone
    static let isEndless = true
    typealias Up = Nothing
    typealias Down = ByteBuffer
    typealias Reply = Nothing
}

/// A switchboard that answers `Echo`.
let echoes = Switchboard {
    $0.on { (call: Echo, _) in Echo.Reply(text: call.text) }
}

/// A switchboard that answers `Pour`.
let pouring = Switchboard {
    $0.on { (call: Pour, stream: ServedStream<Pour>, _) in
        async let sent: Void = {
            var left = call.down
            while left > 0 {
                let count = min(left, 50_000)
                try await stream.send(ByteBuffer(repeating: 1, count: count))
                left -= count
            }
        }()
        var up = 0
        while let item = try await stream.next() { up += item.readableBytes }
        try await sent
        return Pour.Reply(up: up)
    }
}

/// A refusal with every field that may leave the service.
enum TestError: String, ServiceError {
    case stale = "test.stale"
    case busy = "test.busy"

    var kind: Fault.Kind {
        switch self {
        case .stale: .stale
        case .busy: .unavailable
        }
    }

    var detail: String { "A sentence." }
}
