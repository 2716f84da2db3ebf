import Synchronization

/// Follows one call in one database: whether, after all that the call found there, a transaction
/// that wrote has committed.
///
/// Such a commit waits for the synchronous standbys, and with it all that was committed before it. A
/// transaction that writes nothing waits for nobody, and it may have found what no standby has yet:
/// where the server died before a commit was replicated and was started in place, the commit is
/// seen like any other.
package final class CommitTracker: Sendable {
    /// The tracker of the call that the task works for.
    @TaskLocal package static var current: CommitTracker?

    private struct State {
        /// How many times something was found. The first stands for all that was read outside
        /// transactions.
        var found = 1
        /// How many of them a commit followed that wrote.
        var covered = 0
    }

    let database: Database
    private let state = Mutex(State())

    init(of database: Database) {
        self.database = database
    }

    /// How many times something was found until now.
    var found: Int { state.withLock { $0.found } }

    /// A transaction ended that wrote nothing, or was taken back.
    func find() {
        state.withLock { $0.found += 1 }
    }

    /// A transaction that wrote was committed.
    ///
    /// - Parameter found: How many times something had been found when its COMMIT was sent.
    func cover(_ found: Int) {
        state.withLock { $0.covered = max($0.covered, found) }
    }

    /// Whether a commit that wrote followed all that was found.
    var isCovered: Bool { state.withLock { $0.covered == $0.found } }
}
