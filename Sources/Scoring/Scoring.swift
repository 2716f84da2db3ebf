import Identifiers
import IdentityAPI
import Logging
public import Outbox
import People
public import Postgres
public import RPC
import ScoringAPI
public import Values
import Wire

/// The scoring service: the ledger of points, the boards of players and contests, and the medals
/// and streaks of users.
public struct Scoring: Sendable {
    let database: Database
    let identity: any Caller
    let people: People
    let boards: Boards
    let medals: Medals
    let streaks: Streaks
    let payment: Payment
    let now: @Sendable () -> Instant
    /// Loads people by id. A point read may return at most 200 rows.
    let knownPeople: BatchLoader<UserID, Person>
    /// Loads totals by user; a missing total is 0.
    let totals: BatchLoader<UserID, Int>
    /// Loads pages of the boards of friends. A list of friends has no limit, so these reads lease
    /// connections.
    let friendsBoards: BatchLoader<FriendsBoardPage, [NamedPlace]>
    /// Combines payments that arrive at the same time into one transaction.
    let payments: BatchReceiver<AssignmentDone>

    /// The default quiet period after a notice of a lost rank, in which the player gets no other
    /// such notice from the contest: 6 hours (2.13-podium).
    public static let rankLostEvery: Duration = .hours(6)

    /// - Parameters:
    ///   - database: The service's database.
    ///   - identity: Called for the names of users that scoring does not know yet.
    ///   - challenges: Called for contests that scoring does not know yet.
    ///   - payment: The points that a completed challenge is worth.
    ///   - rankLostEvery: How long, after a notice of a lost rank, a player gets no other such
    ///     notice from the contest.
    ///   - now: The clock.
    public init(
        database: Database,
        identity: any Caller,
        challenges: any Caller,
        payment: Payment = Payment(),
        rankLostEvery: Duration = Scoring.rankLostEvery,
        now: @escaping @Sendable () -> Instant = { Instant.now() }
    ) {
        self.database = database
        self.identity = identity
        self.payment = payment
        self.now = now
        people = People(database: database)
        boards = Boards(
            database: database,
            identity: identity,
            challenges: challenges,
            now: now,
            rankLostEvery: rankLostEvery
        )
        streaks = Streaks(database: database, now: now)
        medals = Medals(database: database, streaks: streaks, now: now)
        knownPeople = BatchLoader(keysMax: 200) { try await database.people($0) }
        totals = BatchLoader { try await database.points(of: $0) }
        friendsBoards = BatchLoader(keysMax: 16) { try await database.places($0) }
        payments = BatchReceiver(in: database) { tx, events in try await tx.pay(events, payment) }
    }

    /// The calls that this service answers.
    public var switchboard: Switchboard {
        Switchboard {
            $0.on(getScoreboard)
            $0.on(getPoints)
            $0.on(getRank)
            $0.on(getTop)
            $0.on(getNeighbours)
            $0.on(checkPairs)
            $0.on(listStandings)
            $0.on(listNeighbours)
            $0.on(checkScores)
            $0.on(checkBoards)
            $0.on(assignmentDone)
            $0.on(assignmentVoided)
            $0.add(boards.switchboard)
            $0.add(medals.switchboard)
            $0.add(streaks.switchboard)
            $0.on(people.personChanged)
            OutboxCalls(of: database).connect(to: &$0)
        }
    }

    /// The loop that completes copies of people that lack fields which identityd has.
    public var missingCards: PeriodicTask {
        MissingCards(in: database, from: identity).task
    }

    /// The loop that writes the results of completed contests.
    public var freezing: PeriodicTask { boards.freezing }

    /// The loop that awards medals for reached goals, milestones and results.
    public var awarding: PeriodicTask { medals.awarding }

    /// The timers: the end of the quiet period after a notice of a lost rank. They run one at a
    /// time, because no caller waits for them.
    public var timers: Timers {
        let podium: Timers.Action = { [boards] tx, subject, moment in
            try await boards.endSilence(ID(subject), at: moment, in: tx)
        }
        return Timers(of: database, now: now, width: 1, [Boards.podiumTimer: podium])
    }

    /// The loop that moves players of large contests to boards.
    public var moving: PeriodicTask { boards.moving }

    /// The loop that keeps ranks cheap: five times a second, it folds changed scores into the
    /// boards' histograms.
    public var compaction: PeriodicTask {
        PeriodicTask(every: .milliseconds(200), complaint: "Board compaction failed; will retry.") {
            [database] in
            try await database.inBatches(of: 10_000) { tx, limit in
                try await tx.foldBoards(limit: limit)
            }
        }
    }
}
