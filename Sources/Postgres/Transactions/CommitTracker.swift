import Synchronization

/// Follows one call in one database: whether, after all that the call found there, a transaction
/// that wrote has committed.
///
/// Such a commit waits for the synchronous standbys, and with it all that was committed before it. A
/// transaction that writes nothing waits for nobody, and it may have found what no standby has yet:
/// where the server died before a commit was replicated and was started in place, the commit is
/// seen like any other. Where another server has taken over in between, a commit there covers
/// nothing that was found here.
package final class CommitTracker: Sendable {
    /// The tracker of the call that the task works for.
    @TaskLocal package static var current: CommitTracker?

    /// What follows all that was found.
    enum Coverage {
        /// No commit that wrote.
        case none
        /// Such a commit, on the same server.
        case whole
        /// Such a commit, but a connection fell in between: another server may have taken over.
        case torn
    }

    private struct State {
        /// How many times something was found. The first stands for all that was read outside
        /// transactions.
        var found = 1
        /// How many of them a commit followed that wrote.
        var covered = 0
        /// How many connections had fallen when the first transaction began whose finding no commit
        /// has covered yet; `nil` where there is none.
        var losses: UInt64?
        var isTorn = false
    }

    let database: Database
    private let state = Mutex(State())

    init(of database: Database) {
        self.database = database
    }

    /// How many times something was found until now.
    var found: Int { state.withLock { $0.found } }

    /// A transaction ended that wrote nothing, or was taken back.
    ///
    /// - Parameter losses: How many connections had fallen when it began.
    func find(since losses: UInt64) {
        state.withLock { state in
            state.found += 1
            state.losses = min(state.losses ?? losses, losses)
        }
    }

    /// A transaction that wrote was committed.
    ///
    /// - Parameter found: How many times something had been found when its COMMIT was sent.
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
