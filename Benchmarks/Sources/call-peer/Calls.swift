import Identifiers
import NIOCore
import RPC
import Values
import Wire

/// A call of about 100 bytes with a reply of the same size.
struct Cheer: Call {
    static let id: CallID = 0x7E01
    static let effect = Effect.none
    static let access = Access.signedIn

    var challenge: ChallengeID
    var title: String
    var points: Int
    var isLoud: Bool
    var sentAt: Instant

    struct Reply: Codable, Sendable {
        var challenge: ChallengeID
        var title: String
        var total: Int
        var isFirst: Bool
        var countedAt: Instant
    }
}

/// A short call with a page as its reply.
struct ReadPage: Call {
    static let id: CallID = 0x7E02
    static let effect = Effect.none
    static let access = Access.signedIn

    var challenge: ChallengeID
    var title: String
    var bytes: Int

    struct Reply: Codable, Sendable {
        var page: ByteBuffer
    }
}

/// Streams pages to the caller.
struct ReadPages: StreamCall {
    static let id: CallID = 0x7E03
    static let effect = Effect.none
    static let access = Access.signedIn
    typealias Up = Nothing
    typealias Down = ByteBuffer
    typealias Reply = Nothing

    var pageBytes: Int
    var count: Int
}
