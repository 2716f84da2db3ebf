package import ChallengesAPI
package import Identifiers
package import Outbox
package import Postgres
package import RPC
package import Values

/// A feature of the service: the calls that it answers, what its timers do, and what it does when
/// something happens that concerns every feature.
package protocol ChallengesPart: Sendable {
    /// The calls that it answers.
    var switchboard: Switchboard { get }
    /// What is done when a timer fires, by the timers' names.
    var timers: Timers.Actions { get }

    /// Ends what is open between two people whose block is stored (2.11-block). Does nothing where
    /// there is no block any more. However much there is, the block holds already; what is repeated
    /// goes on where it was interrupted.
    func blocked(_ pair: Pair, in context: CallContext) async throws

    /// Computes what depends on the days of a person whose card was told: the time zone may be
    /// another one (2.9-zones). Called once the card is stored.
    func daysChanged(of user: UserID, in transaction: Transaction) async throws

    /// The contests that read the total of a person's day, once what is due in them is done. They
    /// are held while it changes.
    func contestsReading(
        _ metric: Metric,
        of user: UserID,
        on day: CivilDate
    ) async throws -> Set<ChallengeID>

    /// Asks which rows read a person's totals of a metric, before one of these is stored. Sent with
    /// the next statement, under the locks of the contests and of the person's health.
    ///
    /// - Parameters:
    ///   - metric: What is measured.
    ///   - user: Whose totals.
    ///   - contests: The contests that are held, together with others.
    ///   - transaction: The transaction.
    /// - Returns: These rows; `nil` if the feature reads no totals.
    /// - Throws: `PostgresError`.
    func healthReaders(
        _ metric: Metric,
        of user: UserID,
        holding contests: Set<ChallengeID>,
        in transaction: Transaction
    ) throws -> (any HealthReaders)?

    /// What a person is reminded of, as time has made it by a moment (2.13-reminders).
    ///
    /// - Parameters:
    ///   - subject: What it is, and who has the reminder.
    ///   - day: The person's present day.
    ///   - now: The moment.
    ///   - reader: Reads it; nothing is held.
    /// - Returns: How it stands; `nil` if it is another feature's, or the person has no part in it.
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
