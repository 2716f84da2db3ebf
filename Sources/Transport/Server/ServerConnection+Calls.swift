import RPC
import Wire

extension ServerConnection {
    /// The task that runs one call.
    final class Run {
        let task: Task<Void, Never>
        /// Whether only the client, or the server's shutdown, ends the call.
        let isEndless: Bool
        /// Whether the server ended the call because it is draining.
        var isStopped = false

        init(_ task: Task<Void, Never>, isEndless: Bool) {
            self.task = task
            self.isEndless = isEndless
        }
    }

    /// A call that waits for a slot.
    struct Waiting {
        let queued: QueuedCall
        let frame: Frame
        let context: CallContext
    }
}
