import Identifiers
import IdentityAPI
import Logging
public import Outbox
public import Postgres
public import RPC
import Synchronization

/// Fetches the cards of people whose copies lack fields of this release's cards: after an upgrade,
/// in either order of the two services, and while a replica of an earlier release still adds
/// people.
public final class MissingCards: Sendable {
    private let database: Database
    private let identity: any Caller
    /// The last person whose card was fetched; `nil` to begin again with the first.
    private let last = Mutex<UserID?>(nil)

    /// - Parameters:
    ///   - database: Where the copies are.
    ///   - identity: Answers with the cards.
    public init(in database: Database, from identity: any Caller) {
        self.database = database
        self.identity = identity
    }

    /// Fetches and stores the next hundred cards. People whom identityd does not know stay as they
    /// are.
    ///
    /// - Returns: How many people lacked something; 0 after the last of them, and while identityd
    ///   is of an earlier release.
    /// - Throws: `PostgresError`, and the fault of a call that fails.
    public func fetch() async throws -> Int {
        let people = try await database.lackingPeople(
            after: last.withLock { $0 },
            limit: ListCards.usersLimit.upperBound
        )
        guard !people.isEmpty else {
            last.withLock { $0 = nil }
            return 0
        }
        let cards = try await identity.call(ListCards(users: people), in: .background()).cards
        guard cards.allSatisfy({ $0.zones != nil }) else { return 0 }
        try await database.transaction { tx in try tx.store(cards) }
        last.withLock { $0 = people.last }
        return people.count
    }

    /// The loop: a hundred cards each tenth of a second; where nothing lacks, one look a minute.
    public var task: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(100),
            rest: .seconds(60),
            complaint: "Fetching missing cards of people failed; will retry."
        ) { [self] in
            try await fetch()
        }
    }
}
