import IdentityAPI
import Identifiers
import RPC
import Synchronization
import Wire

/// A stream of identity's revocations that a test controls.
final class Feed: Sendable {
    private struct State {
        var opened: [Int64?] = []
        var stream: AsyncStream<RevocationNotice>.Continuation?
        var newest: Int64 = 0
        var isDown = false
    }

    private let state = Mutex(State())

    /// Handles `WatchRevocations`: sends a heartbeat at once, then what the test sends.
    func watch(
        _ call: WatchRevocations,
        _ stream: ServedStream<WatchRevocations>,
        _ context: CallContext
    ) async throws -> Nothing {
        let (notices, continuation) = AsyncStream<RevocationNotice>.makeStream()
        let isDown = state.withLock { state in
            state.opened.append(call.after)
            state.stream = continuation
            continuation.yield(RevocationNotice(number: state.newest, session: nil))
            return state.isDown
        }
        guard !isDown else { throw WireError.unavailable }
        for await notice in notices { try await stream.send(notice) }
        return Nothing()
    }

    /// The `after` of each stream, in the order in which they were opened.
    var opened: [Int64?] {
        state.withLock { $0.opened }
    }

    func heartbeat(_ number: Int64) {
        tell(RevocationNotice(number: number, session: nil))
    }

    func end(_ session: SessionID, number: Int64) {
        tell(RevocationNotice(number: number, session: session))
    }

    /// Ends the stream; new ones are refused while `down`.
    func breakOff(down: Bool) {
        state.withLock { state in
            state.isDown = down
            state.stream?.finish()
        }
    }

    private func tell(_ notice: RevocationNotice) {
        state.withLock { state in
            state.newest = max(state.newest, notice.number)
            _ = state.stream?.yield(notice)
        }
    }
}
