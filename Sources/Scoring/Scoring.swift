import Identifiers
import IdentityAPI
import Logging
public import Outbox
import People
public import Postgres
public import RPC
import ScoringAPI
import Wire

/// Points: who was paid what, for which cause, and how friends stand beside each other.
public struct Scoring: Sendable {
    let database: Database
    let identity: any Caller
    let people: People
    let payment: Payment
    /// People by their ids. 200 rows are what a point read may have.
    let knownPeople: BatchLoader<UserID, Person>
    /// Totals by the people who have them; 0 where there is none.
    let totals: BatchLoader<UserID, Int>
    /// Pages of the boards of friends. Nobody's friends are few for certain, so they have
    /// connections for themselves.
    let friendsBoards: BatchLoader<FriendsBoardPage, [NamedPlace]>
    /// Payments that come at once, in one transaction.
    let payments: BatchLoader<ReceivedEvent<AssignmentDone>, Nothing>

    /// - Parameters:
    ///   - database: Where the ledger is.
    ///   - identity: Whom to ask for the names of people who are not known here yet.
    ///   - payment: How many points a completed challenge is worth.
    public init(database: Database, identity: any Caller, payment: Payment = Payment()) {
        self.database = database
        self.identity = identity
        self.payment = payment
        people = People(database: database)
        knownPeople = BatchLoader(keysMax: 200) { try await database.people($0) }
        totals = BatchLoader { try await database.points(of: $0) }
        friendsBoards = BatchLoader(keysMax: 16) { try await database.places($0) }
        payments = BatchLoader(keysMax: 64) { try await database.pay($0, payment) }
    }

    /// Everything this service answers.
    public var switchboard: Switchboard {
        Switchboard {
            $0.on(scoreboard)
            $0.on(points)
            $0.on(rank)
            $0.on(top)
            $0.on(neighbours)
            $0.on(assignmentDone)
            $0.on(assignmentVoided)
            $0.on(people.personChanged)
            $0.on(people.relationChanged)
        }
    }
    /// Keeps ranks cheap: counts, five times a second, which scores changed.
    public var compaction: PeriodicTask {
        PeriodicTask(every: .milliseconds(200), complaint: "Boards could not be folded.") {
            [database] in
            try await database.inBatches(of: 10_000) { tx, limit in
                try await tx.foldBoards(limit: limit)
            }
        }
    }
}
