import Logging
import Postgres
import ServiceLifecycle
import Values

/// Deletes what is no longer needed: expired sessions and tokens, revocations older than any token,
/// attempts that no limit counts, networks without a recent sign-in, old notices, the names of
/// their subjects, the counts of actors' notices, former usernames that are no longer reserved,
/// expired tickets and identity tokens, sent mails, old invites, and keys whose tokens have all
/// expired.
struct Sweeper: Service {
    let identity: Identity

    /// How long revocations and ended sessions are kept: 24 hours, longer than any access token
    /// lives.
    static let memory = Duration.hours(24)
    /// How long notices are kept at most, whether they were seen or not: 366 days.
    static let noticesMax = Duration.days(366)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            await identity.warnOfReservedAccounts()
            while !Task.isCancelled {
                do {
                    try await identity.sweep()
                } catch is CancellationError {
                    return
                } catch {
                    identity.logger.warning(
                        """
                        Deleting expired sessions, tokens, sign-in records, notices, invites and \
                        keys failed; will retry.
                        """,
                        metadata: ["error": "\(error)"]
                    )
                }
                try await Task.sleep(for: .minutes(10))
            }
        }
    }
}

extension Identity {
    /// Logs a warning for each account whose id is the nil or the max UUID, which an earlier
    /// release accepted (2.14-ids).
    func warnOfReservedAccounts() async {
        do {
            for account in try await database.reservedAccounts() {
                logger.warning(
                    """
                    An account has an id that stands for people who may not be shown: apps confuse \
                    it with them.
                    """,
                    metadata: ["user": "\(account)"]
                )
            }
        } catch {
            if !Task.isCancelled {
                logger.warning(
                    "Looking for accounts with a reserved id failed.",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }

    /// Runs one sweep, a thousand rows at a time.
    func sweep() async throws {
        let now = now()
        let end = now - Sweeper.memory
        try await database.inBatches { tx, limit in
            try await tx.purgeSessions(expiredBy: now, endedBefore: end, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeTokens(expiredBy: now, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeRevocations(before: end, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeTries(before: now - limits.windowMax, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeKnownNetworks(before: now - limits.networksAge, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeNotices(endedBefore: now - noticesKept, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeNotices(raisedBefore: now - Sweeper.noticesMax, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeSubjectNames(renamedBefore: now - Sweeper.noticesMax, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeNoticeActors(before: now - NoticeLimit.window, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeInvites(expiredBefore: now - InviteRules.memory, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeFormerUsernames(reservedUntil: now, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeTickets(expiredBy: now, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeSpentTokens(expiredBefore: now - Self.spentTokensKept, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeMail(sentBefore: now - MailRules.memory, limit: limit)
        }
        try await database.purgeSigningKeys(expiredBy: now)
    }
}
