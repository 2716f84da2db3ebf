import NIOCore
import Synchronization
import Values
import Wire

/// The handler's note that its reply is a stored one, and since when.
final class RepeatMark: Sendable {
    /// In microseconds since 1970; `Int64.min` for a reply that is not a stored one.
    private let firstGiven = Atomic<Int64>(.min)

    func note(_ moment: Instant) {
        firstGiven.store(moment.microseconds, ordering: .relaxed)
    }

    /// Returns the reply as it is sent.
    func marked(_ reply: ByteBuffer) throws -> ByteBuffer {
        let moment = firstGiven.load(ordering: .relaxed)
        guard moment != .min else { return reply }
        return try RepeatedReply(reply, firstGiven: Instant(microseconds: moment)).encoded()
    }
}
