import Synchronization

/// Tracks, for one call in one database, whether a transaction that wrote has committed after
/// everything that the call read there.
///
/// Such a commit waits for the synchronous standbys, and so does everything committed before it. A
/// transaction that writes nothing waits for no standby, and may have read what no standby has yet:
/// if the server died before a commit was replicated and was restarted in place, the commit is
/// visible like any other. If another server has taken over in between, a commit there covers
/// nothing that was read here.
package final class CommitTracker: Sendable {
    /// The tracker of the call that the current task works for.
    @TaskLocal package static var current: CommitTracker?

    /// What followed everything that was read.
    enum Coverage {
        /// No commit that wrote.
        case none
        /// Such a commit, on the same server.
        case whole
        /// Such a commit, but a connection was lost in between: another server may have taken over.
        case torn
    }

    private struct State {
        /// The number of reads so far. The first stands for everything read outside transactions.
        var found = 1
        /// How many of them were followed by a commit that wrote.
        var covered = 0
        /// How many connections had been lost when the first transaction began whose read no commit
        /// has covered yet; `nil` if there is none.
        var losses: UInt64?
        var isTorn = false
    }

    let database: Database
    private let state = Mutex(State())

    init(of database: Database) {
        self.database = database
    }

    /// The number of reads so far.
    var found: Int { state.withLock { $0.found } }

    /// Records a transaction that wrote nothing, or was rolled back.
    ///
    /// - Parameter losses: How many connections had been lost when it began.
    func find(since losses: UInt64) {
        state.withLock { state in
            state.found += 1
            state.losses = min(state.losses ?? losses, losses)
        }
    }

    /// Records a committed transaction that wrote.
    ///
    /// - Parameter found: The number of reads when its COMMIT was sent.
    func cover(_ found: Int) {
        let losses = database.losses
        state.withLock { state in
            if let before = state.losses, before != losses { state.isTorn = true }
            state.covered = max(state.covered, found)
            if state.covered == state.found { state.losses = nil }
        }
    }

    var coverage: Coverage {
        state.withLock { state -> Coverage in
            if state.covered != state.found { return .none }
            return state.isTorn ? .torn : .whole
        }
    }
}
