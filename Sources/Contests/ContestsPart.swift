import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Outbox
package import Postgres
package import RPC
package import Values

/// Contests: users join them, log entries, and are ranked.
package struct ContestsPart: TimedPart {
    package let contests: Contests
    package let changes: ContestChanges
    /// Follows the rules of time zones.
    package let zones: ContestZones

    package init(
        database: Database,
        identity: any Caller,
        media: any Caller,
        rules: ContestRules,
        now: @escaping @Sendable () -> Instant
    ) {
        changes = ContestChanges(
            database: database,
            identity: identity,
            media: media,
            moves: Moves(database: database, rules: rules, now: now)
        )
        contests = Contests(changes: changes)
        zones = ContestZones(changes: changes)
    }

    var codes: Codes { Codes(contests: changes, joining: changes.joining) }

    var switchboard: Switchboard {
        let joining = changes.joining
        return Switchboard {
            $0.add(contests.switchboard)
            $0.add(joining.switchboard)
            $0.add(Leaving(joining: joining, contests: contests).switchboard)
            $0.add(codes.switchboard)
            $0.add(changes.entries.switchboard)
            $0.add(changes.disputes.switchboard)
            $0.add(Finding(contests: changes).switchboard)
        }
    }

    /// The timer of contests: the start, the notice before the end, the end, and the result.
    var timers: Timers.Actions {
        [
            ContestRow.timer: { [changes] tx, subject, moment in
                try await changes.timePassed(ID(subject), to: moment, in: tx)
            }
        ]
    }

    func blocked(_ pair: Pair, in context: CallContext) async throws {
        try await changes.joining.endAsked(between: pair)
    }

    func contestsReading(
        _ metric: Metric,
        of user: UserID,
        on day: CivilDate
    ) async throws -> Set<ChallengeID> {
        try await changes.entries.contestsReading(metric, of: user, on: day)
    }

    func healthReaders(
        _ metric: Metric,
        of user: UserID,
        holding contests: Set<ChallengeID>,
        in tx: Transaction
    ) throws -> (any HealthReaders)? {
        try changes.entries.healthReaders(metric, of: user, holding: contests, in: tx)
    }

    func reminded(
        of subject: ReminderSubject,
        on day: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        try await changes.reminded(of: subject, on: day, at: now, in: reader)
    }

    var timed: Timing.Subject { .contest }

    func timingTerms(
        of subject: UUID,
        by user: UserID,
        in tx: Transaction
    ) async throws -> TimingTerms {
        try await changes.entries.timingTerms(of: ID(subject), by: user, in: tx)
    }

    func making(
        of end: TimingEnd,
        in context: CallContext
    ) async throws -> TimingMaking {
        try await changes.entries.making(of: end, in: context)
    }
}
