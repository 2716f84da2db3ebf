import Postgres
import TestKit
import Testing

/// Each service's role touches its own schema and nothing else.
struct RoleTests {
    /// What reads a table of each schema, and what would make one there.
    private static let statements: [String: (read: SQL, make: SQL)] = [
        "identity": (
            "SELECT count(*) FROM identity.migrations", "CREATE TABLE identity.mine (id bigint)"
        ),
        "challenges": (
            "SELECT count(*) FROM challenges.migrations", "CREATE TABLE challenges.mine (id bigint)"
        ),
        "media": ("SELECT count(*) FROM media.migrations", "CREATE TABLE media.mine (id bigint)"),
        "scoring": (
            "SELECT count(*) FROM scoring.migrations", "CREATE TABLE scoring.mine (id bigint)"
        ),
    ]

    @Test func `a role is refused wherever it does not belong`() async throws {
        try await RunningCluster.run { cluster in
            for role in Self.statements.keys.sorted() {
                let database = try cluster.database(role)
                for (schema, statement) in Self.statements {
                    let isOwn = schema == role
                    #expect(
                        try await Self.code(of: statement.read, database)
                            == (isOwn ? nil : Self.refused)
                    )
                    #expect(
                        try await Self.code(of: statement.make, database)
                            == (isOwn ? nil : Self.refused)
                    )
                }
                let elsewhere: [SQL] = [
                    "CREATE TABLE public.mine (id bigint)", "CREATE SCHEMA mine",
                    "CREATE ROLE mine", "SET ROLE postgres",
                    "SELECT pg_read_file('pg_hba.conf')", "SELECT rolpassword FROM pg_authid",
                ]
                for statement in elsewhere {
                    #expect(try await Self.code(of: statement, database) == Self.refused)
                }
                await database.close()
            }
        }
    }

    /// `insufficient_privilege`.
    private static let refused = "42501"

    /// What a statement is refused with; whatever it did is taken back.
    private static func code(of statement: SQL, _ database: Database) async throws -> String? {
        do {
            try await database.transaction { tx in
                try await tx.run(statement)
                throw TakenBack()
            }
            return nil
        } catch is TakenBack {
            return nil
        } catch let error as PostgresError {
            return error.sqlState ?? "\(error)"
        }
    }

    private struct TakenBack: Error {}
}
