import Crypto
import NIOCore
import RPC
import Synchronization
import TestKit
import Wire

/// Returns its text, and the name of the server.
struct Echo: Call {
    static let id: CallID = 0x7F01
    static let effect = Effect.none
    static let access = Access.anyone

    var text: String

    struct Reply: Codable, Sendable {
        var text: String
        var by: String
    }
}

/// Is answered after a call of `Release`.
struct Hold: Call {
    static let id: CallID = 0x7F02
    static let effect = Effect.none
    static let access = Access.anyone
    typealias Reply = Echo.Reply
}

/// Stops the server.
struct Stop: Call {
    static let id: CallID = 0x7F03
    static let effect = Effect.once
    static let access = Access.cluster([.gateway])
    typealias Reply = Nothing
}

/// Lets all calls of `Hold` return.
struct Release: Call {
    static let id: CallID = 0x7F04
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Reply = Nothing
}

/// How many calls of `Hold` were begun and cancelled.
struct Count: Call {
    static let id: CallID = 0x7F05
    static let effect = Effect.none
    static let access = Access.anyone

    struct Reply: Codable, Sendable {
        var begun: Int
        var cancelled: Int
    }
}

/// Sends items until it is cancelled.
struct Flood: StreamCall {
    static let id: CallID = 0x7F06
    static let effect = Effect.none
    static let access = Access.anyone
    typealias Up = Nothing
    typealias Down = ByteBuffer
    typealias Reply = Nothing
}

/// Consumes items, and returns their hash.
struct Collect: StreamCall {
    static let id: CallID = 0x7F07
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Up = ByteBuffer
    typealias Down = Nothing

    struct Reply: Codable, Sendable {
        var sha256: String
        var by: String
    }
}

/// A service that does on demand what real ones do not: respond slowly, flood, and be replaced.
final class MadeUp: Sendable {
    /// Opened by `Stop`.
    let stopped = Gate()
    private let holding = Mutex<[AsyncStream<Void>.Continuation]>([])
    private let begun = Atomic<Int>(0)
    private let cancelled = Atomic<Int>(0)

    /// The switchboard of the server with that name.
    func switchboard(_ name: String) -> Switchboard {
        Switchboard {
            $0.on { (call: Echo, _) in Echo.Reply(text: call.text, by: name) }
            $0.on { [self] (_: Hold, _) in
                begun.add(1, ordering: .relaxed)
                try await held()
                return Echo.Reply(text: "", by: name)
            }
            $0.on { [stopped] (_: Stop, _) in
                stopped.open()
                return Nothing()
            }
            $0.on { [self] (_: Release, _) in
                release()
                return Nothing()
            }
            $0.on { [self] (_: Count, _) in
                Count.Reply(
                    begun: begun.load(ordering: .relaxed),
                    cancelled: cancelled.load(ordering: .relaxed)
                )
            }
            $0.on { (_: Collect, stream: ServedStream<Collect>, _) in
                var digest = SHA256()
                while let item = try await stream.next() {
                    item.withUnsafeReadableBytes { digest.update(bufferPointer: $0) }
                }
                let bytes = digest.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                return Collect.Reply(sha256: bytes.joined(), by: name)
            }
            $0.on { (_: Flood, stream: ServedStream<Flood>, _) in
                while true { try await stream.send(ByteBuffer(repeating: 7, count: 50_000)) }
            }
        }
    }

    /// Waits for `Release`, or until the caller cancels.
    private func held() async throws {
        let (goes, tell) = AsyncStream<Void>.makeStream()
        holding.withLock { $0.append(tell) }
        for await _ in goes {}
        guard Task.isCancelled else { return }
        cancelled.add(1, ordering: .relaxed)
        throw CancellationError()
    }

    private func release() {
        for tell in holding.withLock({ $0 }) { tell.finish() }
    }
}
