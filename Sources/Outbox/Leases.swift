import FoundationEssentials
import Identifiers
import Postgres
import Synchronization

/// The partitions of the outbox that this replica delivers.
///
/// A lease is a row with an end by the database's clock, and not an advisory lock: a session's lock
/// outlives a machine that vanished without closing its connections until TCP gives up, which is
/// far longer than the 3 s within which another replica must have taken over.
///
/// The local end is counted from before the statement was sent, so it is never later than the
/// database's. The order of events does not hang on it: whoever delivers, the next event of a key
/// leaves only when the receiver has the one before, and the receiver drops what it has.
final class Leases: Sendable {
    private let database: Database
    private let duration: Duration
    private let holder = UUID.version7()
    private let ends = Mutex<[Int16: ContinuousClock.Instant]>([:])

    init(_ database: Database, duration: Duration) {
        self.database = database
        self.duration = duration
    }

    /// What is held now.
    var partitions: [Int16] {
        let now = ContinuousClock.now
        return ends.withLock { ends in ends.filter { $0.value > now }.keys.sorted() }
    }

    func holds(_ partition: Int16) -> Bool {
        let now = ContinuousClock.now
        return ends.withLock { ends in ends[partition].map { $0 > now } ?? false }
    }

    /// Whether all of these are held, each a bit.
    func hold(all partitions: Int64) -> Bool {
        let now = ContinuousClock.now
        let held = ends.withLock { ends in
            ends.reduce(Int64(0)) { $1.value > now ? $0 | 1 << Int64($1.key) : $0 }
        }
        return partitions & ~held == 0
    }

    /// Keeps what is held and takes what is free. Returns whether something was added.
    func renew() async throws -> Bool {
        let asked = ContinuousClock.now
        let milliseconds = Int(duration / .milliseconds(1))
        let leased = try await database.transaction { [holder] tx in
            try await tx.lease(for: holder, milliseconds: milliseconds)
        }
        let end = asked + duration
        return ends.withLock { ends in
            let before = ends.filter { $0.value > asked }
            ends = Dictionary(uniqueKeysWithValues: leased.map { ($0, end) })
            return leased.contains { before[$0] == nil }
        }
    }

    /// Gives everything back, so that another replica need not wait for the end.
    func release() async throws {
        ends.withLock { $0 = [:] }
        try await database.releaseLeases(of: holder)
    }
}
