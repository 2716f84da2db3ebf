import FoundationEssentials
import Postgres
import Subprocess
import TestKit
import Testing

@testable import Cluster

/// Each service's role can access its own schema and nothing else.
struct RoleTests {
    /// The statements that read a table of each schema, and that would create one there.
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

    @Test func `a role is refused outside its schema`() async throws {
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

    @Test func `the owner of the files can back up the database, and no role can`() async throws {
        try await RunningCluster.run { cluster in
            let directory = try DataDirectory(cluster.directory)
            let backup = try await Self.run(
                "pg_basebackup",
                ["-h", directory.sockets, "-D", "-", "-F", "tar", "-X", "fetch", "-c", "fast"],
                on: directory
            )
            #expect(backup.status.isSuccess, "\(backup.error)")
            for role in Secrets.roles {
                let password = try Secrets(directory: directory).password(of: role)
                let refused = try await Self.run(
                    "psql",
                    [
                        "-Xc", "IDENTIFY_SYSTEM",
                        "host=\(directory.sockets) dbname=gauntlet replication=true"
                            + " user=\(role) password=\(password)",
                    ],
                    on: directory
                )
                #expect(refused.error.contains("no pg_hba.conf entry for replication connection"))
            }
        }
    }

    @Test func `each start renews the roles, and a new database gets its own`() async throws {
        try await RunningCluster.run { cluster in
            let directory = try DataDirectory(cluster.directory)
            let changed = try await Self.run(
                "psql",
                ["-h", directory.sockets, "-Xqc", "ALTER ROLE scoring PASSWORD 'another'"],
                on: directory
            )
            #expect(changed.status.isSuccess, "\(changed.error)")
            _ = try await cluster.down()
            // Scoring cannot sign in until its role is renewed.
            try await cluster.up()
            _ = try await cluster.down()

            try await cluster.up()
            #expect(try cluster.processes().allSatisfy { $0.restarts == 0 })
            _ = try await cluster.down()

            try FileManager.default.removeItem(atPath: directory.data)
            try await cluster.up()
            #expect(try cluster.processes().allSatisfy { $0.restarts == 0 })
        }
    }

    /// Runs one of PostgreSQL's programs as the owner of the files.
    private static func run(
        _ program: String,
        _ arguments: [String],
        on directory: DataDirectory
    ) async throws -> (status: TerminationStatus, error: String) {
        let server = try PostgresServer(
            directory,
            as: try ClusterUsers.found(),
            logger: TestServer.quiet
        )
        let result = try await Subprocess.run(
            server.configuration(program, arguments),
            input: .none,
            output: .discarded,
            error: .string(limit: 1 << 16)
        )
        return (result.terminationStatus, result.standardError)
    }

    /// `insufficient_privilege`.
    private static let refused = "42501"

    /// The SQLSTATE that refuses a statement; whatever it did is rolled back.
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
