import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// What is read of a user's invites, however many they have made.
@Suite(.freshDatabase(Identity.migrations)) struct InvitePlansTests {
    private static let now = Instant(microseconds: 1_800_000_000_000_000)

    @Test func `of hundreds of invites few are read`() async throws {
        try await fill()
        let ana = try #require(
            try await Database.fresh.first("SELECT id FROM accounts WHERE username = 'user7'") {
                try $0.next(UserID.self)
            }
        )
        let log = StatementLog(.fresh)
        #expect(try await log.invites(of: ana, after: nil, limit: 21).count == 21)
        let place = (Self.now - .hours(100), "iaaaaaaaaaaaaaaa")
        #expect(try await log.invites(of: ana, after: place, limit: 21).count == 21)
        #expect(try await log.openInviteCount(of: ana, at: Self.now) == 6)
        let times = try await log.inviteTimes(of: ana, after: Self.now - .days(1), limit: 100)
        #expect(times.count == 24)
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            let steps = plan.all.filter { $0.table == "invites" }
            #expect(!steps.contains { $0.type == "Seq Scan" }, "\(plan)")
            #expect(steps.reduce(0) { $0 + $1.read } <= 50, "\(plan)")
        }
    }

    /// Stores 100 users with 400 invites each, one an hour. Most of those that have not expired are
    /// used up or revoked.
    private func fill() async throws {
        let statements: [SQL] = [
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT gen_random_uuid(), 'user' || number, 'Ana', '', 'ana', '', 'x', 'UTC', now()
            FROM generate_series(1, 100) AS number
            """,
            """
            INSERT INTO invites (code, owner, kind, uses, uses_max, made_at, expires_at, revoked_at)
            SELECT 'i' || lpad(substr(username, 5), 5, '0') || lpad(n::text, 10, '0'), id, 'friend',
                CASE WHEN n % 3 = 0 THEN 5 ELSE 0 END, 5,
                \(Self.now)::timestamptz - n * interval '1 hour',
                \(Self.now)::timestamptz - n * interval '1 hour' + interval '14 days',
                CASE WHEN n % 3 > 0 AND n % 63 <> 1 THEN \(Self.now)::timestamptz END
            FROM accounts CROSS JOIN generate_series(0, 399) AS n
            """,
            "ANALYZE invites",
        ]
        for statement in statements { try await Database.fresh.run(statement) }
    }
}
