import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Outbox
package import Postgres
package import RPC
package import Values

/// Dares and workouts: challenges that a sender sends to recipients, each of whom gets an
/// assignment.
package struct DaresPart: TimedPart {
    let sending: Sending
    var assignments: Assignments
    private let moves: Moves<DareRules>

    package init(
        database: Database,
        identity: any Caller,
        media: any Caller,
        scoring: any Caller,
        rules: DareRules,
        now: @escaping @Sendable () -> Instant
    ) {
        moves = Moves(database: database, rules: rules, now: now)
        sending = Sending(database: database, identity: identity, scoring: scoring, moves: moves)
        assignments = Assignments(database: database, media: media, moves: moves)
    }

    var switchboard: Switchboard {
        Switchboard {
            $0.add(sending.switchboard)
            $0.add(assignments.switchboard)
        }
    }

    /// The timer of assignments: notices before a deadline, a missing answer, the deadline, and a
    /// missing verdict.
    var timers: Timers.Actions {
        let assignment: Timers.Action = { [moves] tx, subject, moment in
            try await moves.timePassed(NamedAssignment.self, subject, to: moment, in: tx)
        }
        var actions = [NamedAssignment.timer: assignment]
        if let retired = NamedAssignment.retiredTimer { actions[retired] = assignment }
        return actions
    }

    func blocked(_ pair: Pair, in context: CallContext) async throws {
        try await assignments.voidOpen(between: pair, in: context)
    }

    func reminded(
        of subject: ReminderSubject,
        on _: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        try await assignments.reminded(of: subject, at: now, in: reader)
    }

    var timed: Timing.Subject { .assignment }

    func timingTerms(
        of subject: UUID,
        by user: UserID,
        in tx: Transaction
    ) async throws -> TimingTerms {
        try await assignments.timingTerms(of: ID(subject), by: user, in: tx)
    }

    func making(
        of end: TimingEnd,
        in context: CallContext
    ) async throws -> TimingMaking {
        try await assignments.making(of: end, in: context)
    }
}
