import RPC
import Wire

extension ServerConnection {
    /// What runs for one call.
    final class Run {
        let task: Task<Void, Never>
        /// Whether only the asker, or the end of the server, ends the call.
        let isEndless: Bool
        /// Whether the server ends the call because it stops.
        var isStopped = false

        init(_ task: Task<Void, Never>, isEndless: Bool) {
            self.task = task
            self.isEndless = isEndless
        }
    }

    /// A call that waits for its turn.
    struct Waiting {
        let queued: QueuedCall
        let frame: Frame
        let context: CallContext
    }
}
