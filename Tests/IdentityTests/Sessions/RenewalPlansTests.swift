import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values

@testable import Identity

/// What sessions that are renewed together need is looked up session by session, however many
/// others there are.
@Suite(.freshDatabase(Identity.migrations)) struct RenewalPlansTests {
    private static let now = Instant(microseconds: 1_800_000_000_000_000)

    @Test(arguments: [false, true])
    func `sessions among thousands are renewed alone`(isAnalyzed: Bool) async throws {
        let tokens = (0..<3).map { _ in RefreshToken() }
        try await fill(tokens, isAnalyzed: isAnalyzed)
        let renewals = tokens.map { Renewal(showing: $0, on: Device(.background())) }
        try await Database.fresh.transaction { tx in
            let before = try await tx.rowsRead()
            let outcomes = try await tx.renew(renewals, at: Self.now)
            let reads = try await tx.rowsRead() - before
            #expect(reads <= 20 * tokens.count)
            #expect(outcomes.count == tokens.count)
        }
        let renewed = try await Database.fresh.one(
            "SELECT count(*) FROM sessions WHERE last_used_at = \(Self.now)"
        ) { row in try row.next(Int.self) }
        #expect(renewed == tokens.count)
    }

    /// Stores a session of each token, and 5,000 others, each with a token that was used and
    /// another.
    private func fill(_ tokens: [RefreshToken], isAnalyzed: Bool) async throws {
        let sessions = tokens.map { _ in SessionID() }
        let (before, end) = (Self.now - .hours(1), Self.now + .days(60))
        let statements: [SQL] = [
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT gen_random_uuid(), 'user' || number, 'Ana', '', 'ana', '', 'x', 'UTC', now()
            FROM generate_series(1, 5000) AS number
            """,
            """
            INSERT INTO sessions (id, account, created_at, last_used_at, expires_at)
            SELECT id, id, \(before), \(before), \(end) FROM accounts
            UNION ALL
            SELECT known.id, (SELECT min(id::text)::uuid FROM accounts), \(before), \(before), \(end)
            FROM unnest(\(sessions)) AS known(id)
            """,
            """
            INSERT INTO refresh_tokens (digest, session, parent, expires_at, used_at)
            SELECT sha256(id::text::bytea), id, NULL, \(end), \(before) FROM accounts
            UNION ALL
            SELECT sha256((id || 'next')::bytea), id, sha256(id::text::bytea), \(end), NULL
            FROM accounts
            UNION ALL
            SELECT known.digest, known.session, NULL, \(end), NULL
            FROM unnest(\(tokens.map(\.digest)), \(sessions)) AS known(digest, session)
            """,
        ]
        for statement in statements { try await Database.fresh.run(statement) }
        guard isAnalyzed else { return }
        for table: SQL in ["ANALYZE accounts", "ANALYZE sessions", "ANALYZE refresh_tokens"] {
            try await Database.fresh.run(table)
        }
    }
}

extension Transaction {
    /// How many rows of sessions, tokens and accounts this transaction found.
    fileprivate func rowsRead() async throws -> Int {
        try await one(
            """
            SELECT sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::bigint
            FROM pg_stat_xact_user_tables
            WHERE relname IN ('sessions', 'refresh_tokens', 'accounts')
            """
        ) { row in try row.next() }
    }
}
