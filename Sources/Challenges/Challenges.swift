import ChallengesAPI
import Identifiers
public import Outbox
import People
public import Postgres
public import RPC
public import Values

/// Challenges between people: who dared whom to do what, what was shown for it, and how it ended;
/// and contests, which people join, log to, and are ranked in.
///
/// Each part answers its own calls.
public struct Challenges: Sendable {
    let sending: Sending
    let assignments: Assignments
    let home: Home
    let definitions: Definitions
    let opinions: Opinions
    let copies: Copies
    let seeding: Seeding
    let contests: Contests
    let joining: Joining
    let leaving: Leaving
    let codes: Codes
    let entries: Entries
    let gallery: Gallery
    let disputes: Disputes
    let finding: Finding
    let trends: Trends
    private let moves: Moves

    var database: Database { moves.database }

    /// - Parameters:
    ///   - database: Where the challenges are stored.
    ///   - identity: Answers who may be challenged.
    ///   - media: Holds the pictures of submissions and definitions.
    ///   - scoring: Pays, and answers who would still be paid.
    ///   - rules: The limits and times of challenges.
    ///   - now: The clock.
    public init(
        database: Database,
        identity: any Caller,
        media: any Caller,
        scoring: any Caller,
        rules: Rules = Rules(),
        now: @escaping @Sendable () -> Instant = { Instant.now() }
    ) {
        moves = Moves(database: database, rules: rules, now: now)
        sending = Sending(database: database, identity: identity, scoring: scoring, moves: moves)
        assignments = Assignments(database: database, media: media, moves: moves)
        home = Home(database: database, moves: moves)
        definitions = Definitions(
            database: database,
            identity: identity,
            pictures: Pictures(media: media),
            moves: moves
        )
        opinions = Opinions(database: database, moves: moves)
        seeding = Seeding(database: database, identity: identity, moves: moves)
        let changes = ContestChanges(
            database: database,
            identity: identity,
            media: media,
            moves: moves
        )
        contests = Contests(changes: changes)
        joining = changes.joining
        leaving = Leaving(joining: joining, contests: contests)
        codes = Codes(contests: changes, joining: joining)
        entries = changes.entries
        gallery = Gallery(contests: changes)
        disputes = changes.disputes
        finding = Finding(contests: changes)
        trends = Trends(database: database, rules: rules, now: now)
        copies = Copies(database: database, identity: identity, moves: moves, joining: joining)
    }

    /// Every call this service handles.
    public var switchboard: Switchboard {
        Switchboard {
            $0.add(sending.switchboard)
            $0.add(assignments.switchboard)
            $0.add(home.switchboard)
            $0.add(definitions.switchboard)
            $0.add(opinions.switchboard)
            $0.add(contests.switchboard)
            $0.add(joining.switchboard)
            $0.add(leaving.switchboard)
            $0.add(codes.switchboard)
            $0.add(entries.switchboard)
            $0.add(gallery.switchboard)
            $0.add(disputes.switchboard)
            $0.add(finding.switchboard)
            $0.add(copies.switchboard)
            $0.add(seeding.switchboard)
            OutboxCalls(of: database).connect(to: &$0)
        }
    }

    /// Fills copies of people that lack what identityd tells.
    public var missingCards: PeriodicTask { copies.missingCards }

    /// Computes what is trending.
    public var computingTrends: PeriodicTask { trends.computing }

    /// Takes over what people did before it was counted.
    public var fillingPopularity: PeriodicTask { trends.filling }

    /// The timers: of assignments notices before a deadline, no answer, a deadline, a sender who
    /// does not judge; of contests the start, the notice before the end, the end, the result.
    public var timers: Timers {
        let assignment: Timers.Action = { [moves] tx, subject, moment in
            try await moves.timePassed(NamedAssignment.self, subject, to: moment, in: tx)
        }
        let contest: Timers.Action = { [contests] tx, subject, moment in
            try await contests.changes.timePassed(ID(subject), to: moment, in: tx)
        }
        var actions = [NamedAssignment.timer: assignment, ContestRow.timer: contest]
        if let retired = NamedAssignment.retiredTimer { actions[retired] = assignment }
        return Timers(of: database, now: moves.now, actions)
    }
}
