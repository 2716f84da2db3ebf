import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values

@testable import Identity

/// The requests between two people are found however many others each of them has sent and got.
@Suite(.freshDatabase(Identity.migrations)) struct RequestPlansTests {
    private static let now = Instant(microseconds: 1_800_000_000_000_000)

    @Test(arguments: [false, true])
    func `a request among thousands of each person is found alone`(
        isAnalyzed: Bool
    ) async throws {
        let (ana, bo) = (UserID(), UserID())
        let ids = [FriendRequestID(), FriendRequestID()]
        try await fill(ana, bo, ids, isAnalyzed: isAnalyzed)
        try await Database.fresh.transaction { tx in
            let before = try await tx.requestsRead()
            let mine = try tx.deferredRequests(
                from: ana,
                to: bo,
                declinedAfter: Self.now - .days(30)
            )
            let theirs = try tx.deferredRequests(
                from: bo,
                to: ana,
                declinedAfter: Self.now - .days(30)
            )
            let open = try tx.openRequests(from: ana, declinedAfter: Self.now - .days(30))
            try tx.acceptRequests(between: Pair(ana, bo))
            let reads = try await tx.requestsRead() - before
            #expect(reads <= 20)
            #expect(try await mine.value.map(\.id) == [ids[0]])
            #expect(try await theirs.value.map(\.id) == [ids[1]])
            #expect(try await open.value == 1)
            for id in ids { #expect(try await tx.request(id)?.state == .accepted) }
        }
        let accepted = try await Database.fresh.one(
            "SELECT count(*) FROM friend_requests WHERE state = 'accepted'"
        ) { row in try row.next(Int.self) }
        #expect(accepted == 5_000 + ids.count)
    }

    /// Stores an open request of one person to another, a declined one back, and 10,000 between the
    /// two and others, half of them accepted and half open.
    private func fill(
        _ ana: UserID,
        _ bo: UserID,
        _ ids: [FriendRequestID],
        isAnalyzed: Bool
    ) async throws {
        let statements: [SQL] = [
            """
            INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                last_name_folded, password_hash, time_zone, created_at)
            SELECT gen_random_uuid(), 'user' || number, 'Ana', '', 'ana', '', 'x', 'UTC', now()
            FROM generate_series(1, 5000) AS number
            UNION ALL
            SELECT id, username, 'Ana', '', 'ana', '', 'x', 'UTC', now()
            FROM unnest(\([ana, bo]), \(["ana", "bob"])) AS known(id, username)
            """,
            """
            INSERT INTO friend_requests (id, asker, asked, state, created_at)
            SELECT gen_random_uuid(), person.id, \(bo), 'requested', \(Self.now)
            FROM accounts AS person WHERE username LIKE 'user%'
            UNION ALL
            SELECT gen_random_uuid(), \(ana), person.id, 'accepted', \(Self.now)
            FROM accounts AS person WHERE username LIKE 'user%'
            """,
            """
            INSERT INTO friend_requests (id, asker, asked, state, declined_at, created_at)
            VALUES (\(ids[0]), \(ana), \(bo), 'requested', NULL, \(Self.now)),
                (\(ids[1]), \(bo), \(ana), 'declined', \(Self.now), \(Self.now))
            """,
        ]
        for statement in statements { try await Database.fresh.run(statement) }
        guard isAnalyzed else { return }
        try await Database.fresh.run("ANALYZE accounts")
        try await Database.fresh.run("ANALYZE friend_requests")
    }
}

extension Transaction {
    /// How many rows of requests this transaction found.
    fileprivate func requestsRead() async throws -> Int {
        try await one(
            """
            SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read
            FROM pg_stat_xact_user_tables WHERE relname = 'friend_requests'
            """
        ) { row in try row.next() }
    }
}
