import ChallengesAPI
import FoundationEssentials
import Identifiers
package import Outbox
package import Postgres
package import RPC
package import Values
import Wire

/// Timings of subjects from any of a user's devices (2.6-timing). The features supply the subjects
/// and make the results.
package struct Timings: ChallengesPart {
    let features: [any TimedPart]
    let moves: Moves<TimingRules>

    var database: Database { moves.database }
    var rules: TimingRules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    /// - Parameters:
    ///   - database: Stores the timings.
    ///   - features: The features with subjects of timings.
    ///   - rules: The limits and durations.
    ///   - now: The clock.
    package init(
        database: Database,
        features: [any TimedPart],
        rules: TimingRules,
        now: @escaping @Sendable () -> Instant
    ) {
        self.features = features
        moves = Moves(database: database, rules: rules, now: now)
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on(startTiming)
            $0.on(listTimings)
            $0.on(getTiming)
            $0.on(pauseTiming)
            $0.on(resumeTiming)
            $0.on(finishTiming)
            $0.on(discardTiming)
            $0.on(confirmTiming)
        }
    }

    /// The timer of timings: the end of an unattended one.
    package var timers: Timers.Actions {
        [
            TimingRow.timer: { [moves] tx, subject, moment in
                try await moves.timePassed(TimingRow.self, subject, to: moment, in: tx)
            }
        ]
    }

    /// A timing of the caller; for other users it does not exist.
    func owned(_ id: TimingID, by asker: UserID) async throws -> TimingRow {
        guard let timing = try await database.timing(id), timing.user == asker else {
            throw ChallengesError.timingNotFound
        }
        return TimingRow(timing: timing)
    }

    /// The feature of a stored timing.
    func feature(of subject: Timing.Subject) throws -> any TimedPart {
        guard let feature = features.first(where: { $0.timed == subject }) else {
            throw Refusal(ChallengesError.subjectUnknown, at: "/of")
        }
        return feature
    }
}
