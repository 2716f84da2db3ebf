import Crypto
package import Identifiers
package import Postgres

// The advisory lock of each contest. Who logs, joins, invites or votes holds it with others; what
// starts, ends, cancels or changes the contest holds it alone, and so waits for all of them. So does
// what makes a contest, or a definition under the same id. It is no lock of the row: those who only
// share it would then write the row each time, and could keep who waits to have it alone from ever
// getting it.
extension Transaction {
    /// Holds a contest until the transaction ends. Sent with the next statement, which so reads
    /// what the last one who held it alone wrote. Taken after the locks of pairs, before those of
    /// people and entries.
    package func lock(_ contest: ChallengeID, _ hold: ContestHold) throws {
        let lock = contest.lock
        switch hold {
        case .shared:
            try enqueue("SELECT pg_advisory_xact_lock_shared(\(lock))")
        case .alone:
            try enqueue("SELECT pg_advisory_xact_lock(\(lock))")
        }
    }

    /// Holds contests together with others, one after another in the given order.
    package func lockShared(_ contests: [ChallengeID]) throws {
        guard !contests.isEmpty else { return }
        let locks = contests.map(\.lock)
        try enqueue(
            "SELECT true FROM unnest(\(locks)) AS contest, pg_advisory_xact_lock_shared(contest)"
        )
    }
}

/// How a contest is held while it is changed.
package enum ContestHold {
    /// Together with others, who change it elsewhere.
    case shared
    /// By nobody else.
    case alone
}

extension Database {
    /// The turn of a call at a contest, which it takes before it has a connection: calls that wait
    /// for one contest leave the connections to others. The lock remains, for other replicas, for
    /// timers and for what a change elsewhere does to the contest.
    package func turn(_ contest: ChallengeID, _ hold: ContestHold) -> LocalLock {
        switch hold {
        case .shared: LocalLock("contest", contest, .together(atMost: options.togetherMax))
        case .alone: LocalLock("contest", contest, .alone)
        }
    }
}

extension ChallengeID {
    /// The number of a contest's lock: eight bytes of a digest, because clients choose ids. Nobody
    /// finds an id whose contest has the lock of another one, or of two people.
    package var lock: Int64 {
        let digest = SHA256.hash(data: Array("contest:\(self)".utf8))
        return Int64(bitPattern: digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
