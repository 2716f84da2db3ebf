import Identifiers
import Postgres
import Values

// The `known_networks` table. No other file names it.

extension Transaction {
    /// Remembers that a user signed in from a network, and deletes the user's oldest networks
    /// beyond `countMax`. The account must be locked. Sent with the next statement.
    ///
    /// - Parameters:
    ///   - digests: The network's digests; the first is stored and replaces the others.
    ///   - user: The user.
    ///   - now: The current time.
    ///   - countMax: The maximum number of networks; with 0 none is remembered.
    /// - Throws: The errors of `enqueue`.
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
    /// Returns whether a user signed in, since a time, from a network with one of these digests.
    func isKnown(
        _ digests: [[UInt8]],
        of user: UserID,
        since moment: Instant
    ) async throws -> Bool {
        try await one(selectKnown(digests, user, moment), .point) { try $0.next() }
    }
}

/// Compares the time in the select list and not in the condition, where the index by time would fit
/// too and would read all users' networks.
private func selectKnown(_ digests: [[UInt8]], _ user: UserID, _ moment: Instant) -> SQL {
    """
    SELECT coalesce(bool_or(signed_in_at >= \(moment)), false) FROM known_networks
    WHERE account = \(user) AND digest = ANY(\(digests))
    """
}
