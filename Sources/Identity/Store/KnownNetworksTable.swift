import Identifiers
import Postgres
import Values

// The `known_networks` table. No other file names it.

extension Transaction {
    /// Remembers that a person, whose account is locked, signed in from a network; of more than may
    /// be kept the oldest go. Travels with what follows.
    ///
    /// - Parameters:
    ///   - digests: The network's; the first is kept, in the place of the others.
    ///   - user: The person.
    ///   - now: The present moment.
    ///   - countMax: How many are kept; with 0 nothing is remembered.
    /// - Throws: As `Transaction.send`.
    func remember(_ digests: [[UInt8]], of user: UserID, at now: Instant, countMax: Int) throws {
        guard countMax > 0, let digest = digests.first else { return }
        try send(
            """
            DELETE FROM known_networks WHERE account = \(user) AND digest NOT IN (
                SELECT digest FROM known_networks
                WHERE account = \(user) AND digest <> ALL(\(digests))
                ORDER BY signed_in_at DESC, digest LIMIT \(countMax - 1))
            """
        )
        try send(
            """
            INSERT INTO known_networks (account, digest, signed_in_at)
            VALUES (\(user), \(digest), \(now))
            ON CONFLICT (account, digest) DO UPDATE SET signed_in_at = excluded.signed_in_at
            """
        )
    }

    /// Removes networks that nobody signed in from since a moment.
    func purgeKnownNetworks(before end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM known_networks WHERE (account, digest) IN (
                SELECT account, digest FROM known_networks WHERE signed_in_at < \(end)
                LIMIT \(limit))
            """
        )
    }
}

extension Transaction {
    /// As `isKnown`; travels with the next statement.
    func askWhetherKnown(
        _ digests: [[UInt8]],
        of user: UserID,
        since moment: Instant
    ) throws -> Deferred<Bool> {
        try ask(selectKnown(digests, user, moment)) { try $0.next(Bool.self) }.map { $0 == [true] }
    }
}

extension Reader {
    /// Whether a person has signed in, since a moment, from a network that has one of these
    /// digests.
    func isKnown(
        _ digests: [[UInt8]],
        of user: UserID,
        since moment: Instant
    ) async throws -> Bool {
        try await one(selectKnown(digests, user, moment), .point) { try $0.next() }
    }
}

/// Asks for the moment in the answer and not in the condition, where the index of all moments would
/// fit too and leads through everybody's networks.
private func selectKnown(_ digests: [[UInt8]], _ user: UserID, _ moment: Instant) -> SQL {
    """
    SELECT coalesce(bool_or(signed_in_at >= \(moment)), false) FROM known_networks
    WHERE account = \(user) AND digest = ANY(\(digests))
    """
}
