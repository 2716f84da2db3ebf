import FoundationEssentials
import Identifiers
import Postgres
import Synchronization

/// The partitions of the outbox that this replica delivers.
///
/// A lease is a row with an expiry by the database's clock, and not an advisory lock: if a machine
/// vanishes without closing its connections, a session's lock lasts until TCP gives up, far longer
/// than the 3 s within which another replica must have taken over.
///
/// The local expiry is counted from before the statement was sent, so it is never later than the
/// database's. A lease also ends when a connection to the database is lost: a restarted server may
/// show events that no standby has (2.14-acknowledged), and the renewal is a commit that waits for
/// the standbys. The order of events does not depend on leases: whichever replica delivers, the
/// next event of a key is sent only when the receiver has the previous one, and the receiver drops
/// duplicates.
final class Leases: Sendable {
    private let database: Database
    private let duration: Duration
    private let holder = UUID.version7()
    private let state = Mutex(State())

    private struct State {
        var ends: [Int16: ContinuousClock.Instant] = [:]
        /// How many connections had been lost when the renewal was sent.
        var losses: UInt64 = 0

        /// The partitions held at a moment, if no further connection has been lost.
        func held(at now: ContinuousClock.Instant, _ losses: UInt64) -> [Int16] {
            guard self.losses == losses else { return [] }
            return ends.filter { $0.value > now }.map(\.key)
        }
    }

    init(_ database: Database, duration: Duration) {
        self.database = database
        self.duration = duration
    }

    /// The partitions held now, sorted.
    var partitions: [Int16] { held.sorted() }

    private var held: [Int16] {
        let losses = database.losses
        return state.withLock { $0.held(at: .now, losses) }
    }

    func holds(_ partition: Int16) -> Bool {
        let losses = database.losses
        return state.withLock { state in
            guard state.losses == losses, let end = state.ends[partition] else { return false }
            return end > .now
        }
    }

    /// Whether all of these partitions are held, one bit each.
    func hold(all partitions: Int64) -> Bool {
        partitions & ~held.reduce(Int64(0)) { $0 | 1 << Int64($1) } == 0
    }

    /// Renews the leases held and takes the free ones. Returns whether any was added.
    func renew() async throws -> Bool {
        let asked = ContinuousClock.now
        let losses = database.losses
        let milliseconds = Int(duration / .milliseconds(1))
        let leased = try await database.transaction { [holder] tx in
            try await tx.lease(for: holder, milliseconds: milliseconds)
        }
        let end = asked + duration
        return state.withLock { state in
            let before = Set(state.held(at: asked, losses))
            state.ends = Dictionary(uniqueKeysWithValues: leased.map { ($0, end) })
            state.losses = losses
            return !before.isSuperset(of: leased)
        }
    }

    /// Releases all leases, so that another replica need not wait for their expiry.
    func release() async throws {
        state.withLock { $0.ends = [:] }
        try await database.releaseLeases(of: holder)
    }
}
