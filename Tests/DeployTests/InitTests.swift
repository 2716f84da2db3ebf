import Foundation
import Testing

/// Runs `deploy/postgres/init.sql` on a server of its own, because roles are global to a server.
struct InitTests {
    private static let services = ["identity", "challenges", "media", "scoring"]

    @Test func `each service has its own role and schema, and no other access`() async throws {
        try await SecretServer.with { server in
            try await server.initialise()

            for role in Self.services {
                let made = try await server.psql(
                    as: role,
                    "CREATE TABLE notes (text text)",
                    "INSERT INTO notes VALUES ('kept')",
                    """
                    SELECT current_user, current_schema(), similarity('ana', 'ana'), count(*)
                    FROM \(role).notes
                    """
                )
                #expect(made.status == 0, "\(made.error)")
                #expect(made.output == "\(role)|\(role)|1|1\n")
            }
            for role in Self.services {
                var refused = [
                    ("CREATE SCHEMA another", "permission denied for database gauntlet"),
                    ("CREATE TABLE public.notes ()", "permission denied for schema public"),
                    ("CREATE TABLE extensions.notes ()", "permission denied for schema extensions"),
                    ("CREATE TEMPORARY TABLE more ()", "permission denied to create temporary"),
                    ("CREATE ROLE another", "permission denied to create role"),
                    ("CREATE DATABASE another", "permission denied to create database"),
                    ("CREATE EXTENSION hstore", "permission denied to create extension"),
                    ("SELECT pg_read_file('/etc/passwd')", "permission denied for function"),
                    ("SELECT rolpassword FROM pg_authid", "permission denied for table pg_authid"),
                    ("ALTER ROLE \(role) SUPERUSER", "must be superuser"),
                    ("SET ROLE postgres", "permission denied to set role"),
                ]
                for other in Self.services where other != role {
                    refused += [
                        ("SELECT * FROM \(other).notes", "permission denied for schema \(other)"),
                        ("INSERT INTO \(other).notes VALUES ('')", "permission denied for schema"),
                        ("DROP TABLE \(other).notes", "permission denied for schema \(other)"),
                        ("CREATE TABLE \(other).more ()", "permission denied for schema \(other)"),
                        ("SET ROLE \(other)", "permission denied to set role"),
                    ]
                }
                let said = try await server.psql(
                    as: role,
                    refused.map(\.0)
                )
                let errors = said.error.split(separator: "\n").filter { $0.hasPrefix("ERROR:") }
                #expect(errors.count == refused.count, "\(said.error)")
                for (error, (statement, reason)) in zip(errors, refused) {
                    #expect(error.contains(reason), "\(role): \(statement): \(error)")
                }
            }
        }
    }

    @Test func `the server's other databases do not change`() async throws {
        try await SecretServer.with { server in
            let others = """
                SELECT datname, datdba, datacl FROM pg_database
                WHERE datname <> 'gauntlet' ORDER BY datname
                """
            let made = try await server.psql(
                as: "postgres",
                "CREATE ROLE somebody LOGIN",
                "CREATE DATABASE elsewhere OWNER somebody",
                "CREATE DATABASE closed",
                "REVOKE CONNECT ON DATABASE closed FROM PUBLIC",
                others
            )
            #expect(made.status == 0, "\(made.error)")
            #expect(made.output.split(separator: "\n").count == 5, "\(made.output)")
            try await server.initialise()
            #expect(try await server.psql(as: "postgres", others).output == made.output)
            let own = try await server.psql(
                as: "postgres",
                "SELECT has_database_privilege('somebody', datname, 'CONNECT') FROM pg_database"
                    + " WHERE datname IN ('elsewhere', 'gauntlet') ORDER BY datname"
            )
            #expect(own.output == "t\nf\n")
        }
    }

    @Test func `a missing password is an error, and a new one is applied`() async throws {
        try await SecretServer.with { server in
            for leavesFile in [false, true] {
                try server.loseSecret("scoring.password", leavesFile: leavesFile)
                let said = try await server.initialise(mustWork: false)
                #expect(said.status != 0)
                #expect(said.error.contains("missing or empty among the secrets: scoring.password"))
                let roles = try await server.psql(
                    as: "postgres",
                    "SELECT count(*) FROM pg_roles WHERE rolname IN ('identity', 'scoring')"
                )
                #expect(roles.output == "0\n")
                try await server.replaceSecrets(of: "scoring")
            }
            try await server.initialise()
            #expect(try await server.psql(as: "media", "CREATE TABLE kept ()").status == 0)

            let before = try server.password(of: "media")
            try await server.replaceSecrets(of: "media")
            #expect(try server.password(of: "media") != before)
            let refused = try await server.psql(as: "media", "SELECT FROM kept")
            #expect(refused.error.contains("password authentication failed"))
            try await server.initialise()
            #expect(try await server.psql(as: "media", "SELECT FROM kept").status == 0)
            #expect(try await server.psql(as: "scoring", "SELECT 1").status == 0)

            let log = try server.log()
            for role in Self.services + ["postgres"] {
                #expect(!log.contains(try server.password(of: role)), "\(role)")
            }
        }
    }
}
