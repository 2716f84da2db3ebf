package import ChallengesAPI
package import ChallengesCore
package import FoundationEssentials
package import Identifiers
package import Outbox
package import Postgres
package import RPC
package import Values

/// Personal goals: reached once, or in each day, week or month.
package struct GoalsPart: TimedPart {
    package let goals: Goals

    package init(
        database: Database,
        identity: any Caller,
        media: any Caller,
        rules: GoalRules,
        now: @escaping @Sendable () -> Instant
    ) {
        goals = Goals(
            database: database,
            identity: identity,
            pictures: Pictures(media: media),
            moves: Moves(database: database, rules: rules, now: now)
        )
    }

    package var switchboard: Switchboard { goals.switchboard }

    /// The timer of goals: the end of a period or of the last day.
    package var timers: Timers.Actions {
        [
            GoalRow.timer: { [goals] tx, subject, moment in
                try await goals.timePassed(ID(subject), to: moment, in: tx)
            }
        ]
    }

    package func daysChanged(of user: UserID, in tx: Transaction) async throws {
        try await goals.daysChanged(of: user, in: tx)
    }

    package func healthReaders(
        _ metric: Metric,
        of user: UserID,
        holding _: Set<ChallengeID>,
        in tx: Transaction
    ) throws -> (any HealthReaders)? {
        try goals.healthReaders(metric, of: user, in: tx)
    }

    package func reminded(
        of subject: ReminderSubject,
        on day: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        try await goals.reminded(of: subject, on: day, at: now, in: reader)
    }

    package var timed: Timing.Subject { .goal }

    package func timingTerms(
        of subject: UUID,
        by user: UserID,
        in tx: Transaction
    ) async throws -> TimingTerms {
        try await goals.timingTerms(of: ID(subject), by: user, in: tx)
    }

    package func making(
        of end: TimingEnd,
        in context: CallContext
    ) async throws -> TimingMaking {
        try await goals.making(of: end, in: context)
    }
}
