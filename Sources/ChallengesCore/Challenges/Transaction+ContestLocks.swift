import Crypto
package import Identifiers
package import Postgres

// The advisory lock of each contest. Logging, joining, inviting and voting take the shared lock.
// Starting, ending, cancelling and changing the contest take the exclusive lock, and so wait for
// all of them; so does creating a contest, or a definition with the same id. It is not a row lock:
// shared row locks write the row each time, and could keep a transaction that waits for the
// exclusive lock waiting forever.
extension Transaction {
    /// Locks a contest until the transaction ends. Sent with the next statement, which therefore
    /// reads what the last exclusive holder wrote. Taken after the locks of pairs, and before those
    /// of participants and entries.
    package func lock(_ contest: ChallengeID, _ hold: ContestHold) throws {
        let lock = contest.lock
        switch hold {
        case .shared:
            try enqueue("SELECT pg_advisory_xact_lock_shared(\(lock))")
        case .alone:
            try enqueue("SELECT pg_advisory_xact_lock(\(lock))")
        }
    }

    /// Takes the shared locks of contests, one after another in the given order.
    package func lockShared(_ contests: [ChallengeID]) throws {
        guard !contests.isEmpty else { return }
        let locks = contests.map(\.lock)
        try enqueue(
            "SELECT true FROM unnest(\(locks)) AS contest, pg_advisory_xact_lock_shared(contest)"
        )
    }
}

/// The mode of a contest's lock.
package enum ContestHold {
    /// Shared with other changes.
    case shared
    /// Exclusive.
    case alone
}

extension Database {
    /// The local lock of a contest for a call, which is taken before a database connection: calls
    /// that wait for one contest leave the connections to others. The advisory lock is taken as
    /// well, for other replicas, for timers, and for changes that other calls make to the contest.
    package func turn(_ contest: ChallengeID, _ hold: ContestHold) -> LocalLock {
        switch hold {
        case .shared: LocalLock("contest", contest, .together(atMost: options.togetherMax))
        case .alone: LocalLock("contest", contest, .alone)
        }
    }
}

extension ChallengeID {
    /// The number of a contest's lock: eight bytes of a digest, because clients choose ids. Nobody
    /// can find an id whose lock is that of another contest or of a pair of users.
    package var lock: Int64 {
        let digest = SHA256.hash(data: Array("contest:\(self)".utf8))
        return Int64(bitPattern: digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
