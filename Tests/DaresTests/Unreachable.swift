import ChallengesTestKit
import NIOCore
import RPC
import Wire

/// A service that cannot be reached.
struct Unreachable: Caller {
    func deliver(
        _: CallID,
        effect _: Effect,
        body _: ByteBuffer,
        in _: CallContext
    ) async throws(Fault) -> ByteBuffer {
        throw WireError.unavailable.fault
    }

    func open<C: StreamCall>(_: C, in _: CallContext) async throws(Fault) -> CallStream<C> {
        throw WireError.unavailable.fault
    }
}
