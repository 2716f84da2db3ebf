import NIOCore
import RPC
import Wire

/// A call that returns the text that it was made with.
struct Repeat: Call {
    static let id: CallID = 0x7E01
    static let effect = Effect.none
    static let access = Access.anyone

    var text: String

    struct Reply: Codable, Hashable, Sendable {
        var text: String
    }
}

struct ForSignedIn: Call {
    static let id: CallID = 0x7E02
    static let effect = Effect.none
    static let access = Access.signedIn
    typealias Reply = Nothing
}

struct ForModerators: Call {
    static let id: CallID = 0x7E03
    static let effect = Effect.none
    static let access = Access.moderator
    typealias Reply = Nothing
}

struct ForGateway: Call {
    static let id: CallID = 0x7E04
    static let effect = Effect.none
    static let access = Access.cluster([.gateway])
    typealias Reply = Nothing
}

struct ForOperator: Call {
    static let id: CallID = 0x7E05
    static let effect = Effect.none
    static let access = Access.operator
    typealias Reply = Nothing
}

/// Text both ways.
struct Talk: StreamCall {
    static let id: CallID = 0x7E06
    static let effect = Effect.none
    static let access = Access.anyone
    typealias Up = ByteBuffer
    typealias Down = ByteBuffer

    struct Reply: Codable, Hashable, Sendable {
        var items: Int
    }
}

/// A service's own refusals.
enum OwnError: String, ServiceError {
    case refused = "own.refused"

    var kind: Fault.Kind { .forbidden }
    var detail: String { "No." }
}

/// An unexpected error.
struct FallbackNeeded: Error {}
