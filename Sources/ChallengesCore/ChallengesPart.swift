package import ChallengesAPI
package import Identifiers
package import Outbox
package import Postgres
package import RPC
package import Values

/// A feature of the service: its calls, its timers, and its reactions to events that concern all
/// features.
package protocol ChallengesPart: Sendable {
    /// The calls of the feature.
    var switchboard: Switchboard { get }
    /// The actions of the feature's timers, by name.
    var timers: Timers.Actions { get }

    /// Ends everything that is open between a blocked pair (2.11-block). Called once the block is
    /// stored; does nothing if the users are not blocked any more. A repetition continues where the
    /// call was interrupted.
    func blocked(_ pair: Pair, in context: CallContext) async throws

    /// Updates everything that depends on a user's local days, after their card was received: the
    /// time zone may have changed (2.9-zones). Called once the card is stored.
    func daysChanged(of user: UserID, in transaction: Transaction) async throws

    /// The contests that read the total of a user's day, after their due transitions are applied.
    /// They are locked while the total changes.
    func contestsReading(
        _ metric: Metric,
        of user: UserID,
        on day: CivilDate
    ) async throws -> Set<ChallengeID>

    /// The rows that read a user's totals of a metric, read before a total is stored. Sent with the
    /// next statement, under the locks of the contests and of the user's health data.
    ///
    /// - Parameters:
    ///   - metric: The metric.
    ///   - user: The user.
    ///   - contests: The contests that are locked (shared).
    ///   - transaction: The transaction.
    /// - Returns: The rows; `nil` if the feature reads no totals.
    /// - Throws: `PostgresError`.
    func healthReaders(
        _ metric: Metric,
        of user: UserID,
        holding contests: Set<ChallengeID>,
        in transaction: Transaction
    ) throws -> (any HealthReaders)?

    /// The challenge of a reminder, with the transitions applied that are due at a moment
    /// (2.13-reminders).
    ///
    /// - Parameters:
    ///   - subject: The subject and the user.
    ///   - day: The user's local day today.
    ///   - now: The moment.
    ///   - reader: The reader; nothing is locked.
    /// - Returns: The challenge and its state; `nil` if the subject is another feature's, or the
    ///   user has no part in it.
    /// - Throws: `PostgresError`.
    func reminded(
        of subject: ReminderSubject,
        on day: CivilDate,
        at now: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge?
}

extension ChallengesPart {
    package var timers: Timers.Actions { [:] }

    package func blocked(_: Pair, in _: CallContext) async throws {}

    package func daysChanged(of _: UserID, in _: Transaction) async throws {}

    package func contestsReading(
        _: Metric,
        of _: UserID,
        on _: CivilDate
    ) async throws -> Set<ChallengeID> { [] }

    package func healthReaders(
        _: Metric,
        of _: UserID,
        holding _: Set<ChallengeID>,
        in _: Transaction
    ) throws -> (any HealthReaders)? { nil }

    package func reminded(
        of _: ReminderSubject,
        on _: CivilDate,
        at _: Instant,
        in _: some Reader
    ) async throws -> RemindedChallenge? { nil }
}
