import ChallengesAPI
import Identifiers
import IdentityAPI
public import Outbox
import People
public import Postgres
public import RPC
public import Values
import Wire

/// Challenges between people: who dared whom to do what, what was shown for it, and how it ended.
public struct Challenges: Sendable {
    let database: Database
    let identity: any Caller
    let media: any Caller
    let rules: DareRules
    let now: @Sendable () -> Instant
    let people: People
    /// People by their ids. A point read may return at most 200 rows.
    let knownPeople: BatchLoader<UserID, Person>
    /// Pages of what users received, in all states.
    let received: BatchLoader<AssignmentsPage, ListedAssignments>
    /// Pages of what users sent, in all states.
    let sent: BatchLoader<AssignmentsPage, ListedAssignments>

    /// - Parameters:
    ///   - database: Where the challenges are stored.
    ///   - identity: Answers who may be challenged.
    ///   - media: Holds the pictures of submissions.
    ///   - rules: The limits and times of the dare.
    ///   - now: The clock.
    public init(
        database: Database,
        identity: any Caller,
        media: any Caller,
        rules: DareRules = DareRules(),
        now: @escaping @Sendable () -> Instant = { Instant.now() }
    ) {
        self.database = database
        self.identity = identity
        self.media = media
        self.rules = rules
        self.now = now
        people = People(database: database)
        knownPeople = BatchLoader(keysMax: 200) { try await database.people($0) }
        received = BatchLoader(keysMax: 16) { try await database.listed($0, as: .recipient) }
        sent = BatchLoader(keysMax: 16) { try await database.listed($0, as: .sender) }
    }

    /// Every call this service handles.
    public var switchboard: Switchboard {
        Switchboard {
            $0.on(create)
            $0.on(list)
            $0.on(get)
            $0.on(read)
            $0.on(accept)
            $0.on(deny)
            $0.on(submit)
            $0.on(retract)
            $0.on(giveUp)
            $0.on(approve)
            $0.on(tryAgain)
            $0.on(reject)
            $0.on(withdraw)
            $0.on(excuse)
            $0.on(void)
            $0.on(prepareDares)
            $0.on(people.personChanged)
            $0.on(relationChanged)
            OutboxCalls(of: database).connect(to: &$0)
        }
    }

    /// The timers: no answer, a deadline, a sender who does not judge.
    public var timers: Timers {
        Timers(of: database, now: now, [Self.dareTimer: timePassed])
    }
}
