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

    @Test func `the database's owner can run it without being superuser`() async throws {
        try await SecretServer.with { server in
            let made = try await server.psql(
                as: "postgres",
                "CREATE ROLE owner LOGIN CREATEROLE PASSWORD 'owner'",
                "ALTER DATABASE gauntlet OWNER TO owner"
            )
            #expect(made.status == 0, "\(made.error)")
            // Again, as after new passwords.
            for _ in 0..<2 {
                let said = try await server.initialise(as: "owner")
                #expect(
                    said.error.contains(
                        "GRANT SET ON PARAMETER log_min_error_statement, log_statement TO owner"
                    ),
                    "\(said.error)"
                )
            }
            for role in Self.services {
                let used = try await server.psql(
                    as: role,
                    "CREATE TABLE notes (text text)",
                    "SELECT current_user, current_schema(), similarity('ana', 'ana')"
                )
                #expect(used.output == "\(role)|\(role)|1\n", "\(used.error)")
                let refused = try await server.psql(
                    as: role,
                    "CREATE TABLE public.notes ()",
                    "CREATE SCHEMA another",
                    "CREATE ROLE another"
                )
                let errors = refused.error.split(separator: "\n").filter { $0.hasPrefix("ERROR:") }
                #expect(errors.count == 3, "\(refused.error)")
            }
            // The owner reads no service's tables.
            let look = try await server.psql(
                as: "postgres",
                "SELECT pg_has_role('owner', name, 'USAGE') FROM unnest(ARRAY['identity', 'media'])"
                    + " AS given (name)"
            )
            #expect(look.output == "f\nf\n", "\(look.error)")

            // A superuser adds what is missing.
            let added = try await server.psql(
                as: "postgres",
                "GRANT SET ON PARAMETER log_min_error_statement, log_statement TO owner"
            )
            #expect(added.status == 0, "\(added.error)")
            let silent = try await server.initialise(as: "owner")
            #expect(silent.error == "")
        }
    }

    @Test func `an owner cannot take over a role that may do more`() async throws {
        try await SecretServer.with { server in
            let made = try await server.psql(
                as: "postgres",
                "CREATE ROLE owner LOGIN CREATEROLE PASSWORD 'owner'",
                "ALTER DATABASE gauntlet OWNER TO owner",
                "CREATE ROLE media CREATEDB"
            )
            #expect(made.status == 0, "\(made.error)")
            let said = try await server.initialise(as: "owner", mustWork: false)
            #expect(said.status != 0)
            #expect(
                said.error.contains("roles that exist may do more than a service needs: media"),
                "\(said.error)"
            )
            // A superuser takes the rights away.
            try await server.initialise()
            let look = try await server.psql(
                as: "postgres",
                "SELECT rolcreatedb FROM pg_roles WHERE rolname = 'media'"
            )
            #expect(look.output == "f\n")
        }
    }

    @Test func `a database that is not in UTF-8 is refused`() async throws {
        try await SecretServer.with { server in
            let made = try await server.psql(
                as: "postgres",
                "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0"
            )
            #expect(made.status == 0, "\(made.error)")
            let said = try await server.initialise(database: "latin", mustWork: false)
            #expect(said.status != 0)
            #expect(
                said.error.contains(
                    "ERROR:  the database has the encoding LATIN1: create one with TEMPLATE"
                        + " template0 ENCODING 'UTF8'"
                ),
                "\(said.error)"
            )
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
