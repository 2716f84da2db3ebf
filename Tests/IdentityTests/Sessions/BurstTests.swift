import FoundationEssentials
import IdentityAPI
import Identifiers
import Postgres
import TestBasics
import TestKit
import Testing
import Values

@testable import Identity

/// PostgreSQL caches the plan of a statement after a few executions. A plan made while a table was
/// empty must still be good when thousands of rows arrive at once.
struct BurstTests {
    @Test func `the statements of a sign-in cost the same beside thousands of others`()
        async throws
    {
        try await PrivateServer.with(CountedStatement.settings) { server in
            // One connection for each kind of statement, so that it has run all of them.
            let options = Database.Options.patient { options in
                options.leasedMax = 1
                options.sharedMax = 1
            }
            let database = Database(server.url, options: options, logger: TestServer.quiet)
            try await database.transaction { tx in
                _ = try await tx.run("CREATE EXTENSION pg_trgm SCHEMA public")
            }
            try await database.migrate(Identity.migrations)
            let ana = UserID()
            try await database.addPeople([ana])
            try await database.countStatements()
            _ = try await database.all("VACUUM ANALYZE") { _ in }
            for _ in 0..<10 { try await askEverything(of: database, ana) }

            let others = (0..<4_400).map { _ in UserID() }
            try await database.addPeople(others)
            try await database.beBusy(others)
            try await database.countStatements()
            for _ in 0..<10 { try await askEverything(of: database, ana) }

            let statements = try await database.countedStatements(
                of: ["tries", "known_networks", "revocation"]
            )
            #expect(statements.count == 4)
            for statement in statements {
                #expect(
                    statement.blocks <= 20 * statement.calls + 4 * statement.rows,
                    "\(statement)"
                )
            }
            await database.close()
        }
    }

    private func askEverything(of database: Database, _ user: UserID) async throws {
        let now = Instant.now()
        let limits = SignInLimits()
        let trying = RateLimit.registration(ClientNetwork("198.51.100.1"), limits)
        let digest = [UInt8](repeating: 7, count: 32)
        #expect(try await database.standings(of: [trying], at: now) == [.free])
        _ = try await database.isKnown([digest], of: user, since: now - .hours(1))
        _ = try await database.newestRevocation()
        _ = try await database.revocations(after: 4_390)
    }
}

extension Database {
    fileprivate func addPeople(_ users: [UserID]) async throws {
        try await transaction { tx in
            try await tx.run(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, password_hash, time_zone, created_at)
                SELECT id, left(replace(id::text, '-', ''), 30), 'Some', 'Body', 'some body',
                    'body', '', 'UTC', now()
                FROM unnest(\(users)) AS id
                """
            )
        }
    }

    /// Inserts attempts, known networks and revocations of people.
    fileprivate func beBusy(_ users: [UserID]) async throws {
        try await transaction { tx in
            try await tx.run(
                """
                INSERT INTO tries (subject, tried_at)
                SELECT sha256(id::text::bytea), now() FROM unnest(\(users)) AS id
                """
            )
            try await tx.run(
                """
                INSERT INTO known_networks (account, digest, signed_in_at)
                SELECT id, sha256(id::text::bytea), now() FROM unnest(\(users)) AS id
                """
            )
            try await tx.run(
                """
                INSERT INTO revocations (number, session, revoked_at)
                SELECT number, id, now() FROM unnest(\(users)) WITH ORDINALITY AS ended(id, number)
                """
            )
        }
    }
}
