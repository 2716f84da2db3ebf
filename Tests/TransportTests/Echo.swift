import NIOCore
import RPC
import Wire

/// Answers what it was asked.
struct Echo: Call {
    static let id: CallID = 0x7F01
    static let effect = Effect.none
    static let access = Access.anyone

    var text: String

    struct Reply: Codable, Hashable, Sendable {
        var text: String
    }
}

/// A switchboard that answers `Echo`.
let echoes = Switchboard {
    $0.on { (call: Echo, _) in Echo.Reply(text: call.text) }
}
