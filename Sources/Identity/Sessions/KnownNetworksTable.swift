import Identifiers
import Postgres
import Values

// The `known_networks` table. No other file names it.

extension Transaction {
    /// Remembers that a person signed in from a network, and deletes the oldest ones beyond
    /// `countMax`. The account must be locked. Sent with the next statement.
    ///
    /// - Parameters:
    ///   - digests: The network's digests; the first is stored and replaces the others.
    ///   - user: The person.
    ///   - now: The current time.
    ///   - countMax: How many networks are kept; with 0 nothing is remembered.
    /// - Throws: As `Transaction.send`.
    func remember(_ digests: [[UInt8]], of user: UserID, at now: Instant, countMax: Int) throws {
        guard countMax > 0, let digest = digests.first else { return }
        try enqueue(
            """
            DELETE FROM known_networks WHERE account = \(user) AND digest NOT IN (
                SELECT digest FROM known_networks
                WHERE account = \(user) AND digest <> ALL(\(digests))
                ORDER BY signed_in_at DESC, digest LIMIT \(countMax - 1))
            """
        )
        try enqueue(
            """
            INSERT INTO known_networks (account, digest, signed_in_at)
            VALUES (\(user), \(digest), \(now))
            ON CONFLICT (account, digest) DO UPDATE SET signed_in_at = excluded.signed_in_at
            """
        )
    }

    /// Deletes networks whose last sign-in was before a time.
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
    /// Like `isKnown`, but sent with the next statement.
    func askWhetherKnown(
        _ digests: [[UInt8]],
        of user: UserID,
        since moment: Instant
    ) throws -> Deferred<Bool> {
        try deferred(selectKnown(digests, user, moment)) { try $0.next(Bool.self) }.map {
            $0 == [true]
        }
    }
}

extension Reader {
    /// Returns whether a person signed in, since a time, from a network that has one of these
    /// digests.
    func isKnown(
        _ digests: [[UInt8]],
        of user: UserID,
        since moment: Instant
    ) async throws -> Bool {
        try await one(selectKnown(digests, user, moment), .point) { try $0.next() }
    }
}

/// Compares the time in the select list and not in the condition, where the index on all times
/// would fit too and would lead through everyone's networks.
private func selectKnown(_ digests: [[UInt8]], _ user: UserID, _ moment: Instant) -> SQL {
    """
    SELECT coalesce(bool_or(signed_in_at >= \(moment)), false) FROM known_networks
    WHERE account = \(user) AND digest = ANY(\(digests))
    """
}
