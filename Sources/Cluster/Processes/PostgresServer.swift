import FoundationEssentials
import Logging
import Subprocess
import Wire

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// The private PostgreSQL of a local cluster: reachable only through a socket, and run by an
/// unprivileged user if root starts it.
struct PostgresServer: Sendable {
    let directory: DataDirectory
    let logger: Logger
    private let programs: String
    private let users: ClusterUsers?

    /// Finds the installed programs: of the version that made the database, or else of the newest.
    ///
    /// - Parameters:
    ///   - directory: The cluster's data.
    ///   - users: The users to run as, if root starts it.
    ///   - installed: Where the programs are.
    ///   - logger: Logs what happens.
    /// - Throws: `ClusterError` if no such server is installed.
    init(
        _ directory: DataDirectory,
        as users: ClusterUsers?,
        installed: InstalledPostgres = InstalledPostgres(),
        logger: Logger
    ) throws(ClusterError) {
        self.directory = directory
        self.users = users
        self.logger = logger
        programs = try installed.programs(for: directory)
    }

    /// Creates the database files on the first start.
    func prepare() async throws {
        if !FileManager.default.fileExists(atPath: "\(directory.data)/PG_VERSION") {
            if let users { try await checkReach(users.database, directory.data) }
            logger.notice("Creating the database.")
            try? FileManager.default.removeItem(atPath: directory.rolesMark)
            try await output(
                "initdb",
                [
                    "-D", directory.data, "--encoding=UTF8", "--locale=C.UTF-8",
                    "--username=postgres", "--auth-local=peer", "--auth-host=reject",
                    "--data-checksums",
                ]
            )
        } else if let made = InstalledPostgres.version(of: directory) {
            // The programs on the path may have any version.
            let said = try await output("postgres", ["--version"])
            let version = said.split(separator: " ").first { $0.first?.isNumber == true }
            guard version?.prefix(while: \.isNumber) == "\(made)" else {
                throw InstalledPostgres.missing(made, for: directory)
            }
        }
        async let services: Void = checkServicesReach()
        try await writeAuthentication()
        try await services
    }

    private func checkServicesReach() async throws {
        if let users { try await checkReach(users.services, directory.media) }
    }

    /// Refuses a directory that a user cannot reach, such as one in root's home.
    private func checkReach(_ user: SystemUser, _ path: String) async throws {
        let test = try await status("/usr/bin/test", ["-w", path, "-a", "-x", path], as: user)
        guard test == 0 else { throw beyondReach(of: user) }
    }

    private func beyondReach(of user: SystemUser) -> ClusterError {
        let whoRuns = user == users?.database ? "PostgreSQL runs" : "the services run"
        return ClusterError(
            "the user \(user.name) cannot access \(directory.path), and \(whoRuns) as"
                + " \(user.name) when root starts the cluster: choose another directory with --data"
        )
    }

    /// Writes `pg_hba.conf` and `pg_ident.conf`, as the owner of their directory. The owner is the
    /// superuser, and only it replicates and backs up; each of our roles authenticates by password.
    private func writeAuthentication() async throws {
        let text = """
            local all postgres peer map=owner
            local replication postgres peer map=owner
            local all all scram-sha-256

            """
        let owner = users?.database.name ?? SystemUser.current
        let script = """
            umask 077
            cd "$1" || exit 3
            printf %s "$2" >pg_hba.conf && printf %s "$3" >pg_ident.conf
            """
        let written = try await status(
            "/bin/sh",
            ["-c", script, "sh", directory.data, text, "owner \(owner) postgres\n"]
        )
        if written == 3, let users { throw beyondReach(of: users.database) }
        guard written == 0 else {
            throw ClusterError("\(directory.data)/pg_hba.conf cannot be written by \(owner)")
        }
    }

    /// How to turn on checksums for a database created without them; `nil` if it has them.
    func checksumsAdvice() async throws -> String? {
        let control = try await output("pg_controldata", ["-D", directory.data])
        let version = control.split(separator: "\n").first { $0.contains("checksum version:") }
        guard version?.split(separator: " ").last == "0" else { return nil }
        let user = users.map { "runuser -u \($0.database.name) -- " } ?? ""
        return """
            The database was created without page checksums, which detect corrupted pages. To turn
            them on, stop the cluster (gauntlet down --data \(directory.path)) and run
              \(user)\(programs)/pg_checksums --enable -D \(directory.data)
            """
    }

    /// The server's process.
    ///
    /// - Parameters:
    ///   - settings: `name=value` each, in addition to PostgreSQL's defaults.
    ///   - connectionsMax: For all services together.
    /// - Returns: The process to start.
    func program(settings: [String] = [], connectionsMax: Int) -> Program {
        let arguments =
            [
                "-D", directory.data, "-k", directory.sockets, "-c", "listen_addresses=",
                "-c", "max_connections=\(connectionsMax)",
            ] + (Self.logging(to: directory.postgresLogs) + settings).flatMap { ["-c", $0] }
        var configuration = configuration("postgres", arguments, ignoresHangUp: true)
        configuration.platformOptions.setApart(for: users?.database)
        configuration.platformOptions.teardownSequence = [
            .send(signal: .interrupt, allowedDurationToNextStep: .seconds(20))
        ]
        return Program(
            name: "postgres",
            configuration: configuration,
            address: directory.sockets,
            adminPort: nil
        ) {
            // Starts no process to ask a server that does not listen yet.
            guard access("\(directory.sockets)/.s.PGSQL.5432", F_OK) == 0 else { return false }
            return (try? await status("pg_isready", ["-q", "-h", directory.sockets])) == 0
        }
    }

    /// The server's collector writes a file for each day of the week, and overwrites it a week
    /// later.
    private static func logging(to directory: String) -> [String] {
        [
            "logging_collector=on", "log_directory=\(directory)", "log_filename=postgres-%a.log",
            "log_truncate_on_rotation=on", "log_rotation_age=1d", "log_rotation_size=0",
        ]
    }

    /// Creates for each service a role, a schema of its own and the extensions, and nothing else,
    /// as `deploy/postgres/init.sql` does under docker compose.
    func makeRoles(_ secrets: Secrets) async throws {
        var verifiers: [ServiceName: String] = [:]
        for role in Secrets.roles {
            verifiers[role] = ScramVerifier(of: try secrets.password(of: role)).text
        }
        try await output(
            "psql",
            ["-h", directory.sockets, "-d", "postgres", "-Xq", "-v", "ON_ERROR_STOP=1", "-f", "-"],
            input: Self.roles { verifiers[$0] ?? "" }
        )
        try Self.rolesWithoutVerifiers.write(
            toFile: directory.rolesMark,
            atomically: true,
            encoding: .utf8
        )
    }

    /// Whether this release has created the roles in this database.
    var hasRoles: Bool {
        (try? String(contentsOfFile: directory.rolesMark, encoding: .utf8))
            == Self.rolesWithoutVerifiers
    }

    private static let rolesWithoutVerifiers = roles { _ in "" }

    /// The statements contain no password: the server may log and keep them anywhere.
    private static func roles(verifier: (ServiceName) -> String) -> String {
        var script = #"""
            SELECT 'CREATE DATABASE gauntlet'
            WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'gauntlet')
            \gexec
            \connect gauntlet
            SET client_min_messages = warning;

            """#
        for role in Secrets.roles {
            script += """
                DO $$ BEGIN
                    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '\(role)') THEN
                        CREATE ROLE \(role) LOGIN;
                    END IF;
                END $$;
                ALTER ROLE \(role) LOGIN PASSWORD '\(verifier(role))';

                """
        }
        script += """
            REVOKE ALL ON DATABASE gauntlet FROM PUBLIC;
            REVOKE ALL ON SCHEMA public FROM PUBLIC;
            CREATE SCHEMA IF NOT EXISTS extensions;
            CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;

            """
        for role in Secrets.roles {
            script += """
                ALTER ROLE \(role) SET search_path = \(role), extensions;
                GRANT CONNECT ON DATABASE gauntlet TO \(role);
                GRANT USAGE ON SCHEMA extensions TO \(role);
                CREATE SCHEMA IF NOT EXISTS \(role) AUTHORIZATION \(role);

                """
        }
        return script
    }

    /// As root, a program switches to the unprivileged user by `setpriv`: switching between fork
    /// and exec in a multi-threaded process can deadlock on one of its threads.
    func configuration(
        _ program: String,
        _ arguments: [String],
        as user: SystemUser? = nil,
        ignoresHangUp: Bool = false
    ) -> Configuration {
        let path = program.hasPrefix("/") ? program : "\(programs)/\(program)"
        var command = [path] + arguments
        let user = user ?? users?.database
        var options = PlatformOptions()
        if let user {
            command =
                [
                    "/usr/bin/setpriv", "--reuid=\(user.id)", "--regid=\(user.group)",
                    "--init-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
                    "--",
                ] + command
            options.setApart(for: user)
        }
        if ignoresHangUp { command = command.ignoringHangUp }
        return Configuration(
            executable: .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            // A locale of the environment that the machine lacks would make initdb fail.
            environment: .inherited(by: user, isService: false).updating([
                "LC_ALL": "C.UTF-8", "PGUSER": "postgres", "PGPASSWORD": nil, "PGHOST": nil,
                "PGPORT": nil, "PGDATABASE": nil, "PGOPTIONS": nil, "PGSERVICE": nil,
            ]),
            workingDirectory: "/",
            platformOptions: options
        )
    }

    @discardableResult
    private func output(
        _ program: String,
        _ arguments: [String],
        input: String = ""
    ) async throws -> String {
        let result = try await Subprocess.run(
            configuration(program, arguments),
            input: .string(input),
            output: .string(limit: 1 << 16),
            error: .string(limit: 1 << 16)
        )
        guard result.terminationStatus.isSuccess else {
            throw ClusterError("\(program) failed: \(Self.reason(in: result.standardError))")
        }
        return result.standardOutput.split(separator: "\n").joined(separator: "\n")
    }

    /// The line that says why a program failed: the server's error, which details and hints may
    /// follow, or else the last line.
    static func reason(in output: String) -> Substring {
        let lines = output.split(separator: "\n")
        let error = lines.first { line in
            ["ERROR:", "FATAL:", "PANIC:"].contains { line.contains($0) }
        }
        return error ?? lines.last ?? ""
    }

    private func status(
        _ program: String,
        _ arguments: [String],
        as user: SystemUser? = nil
    ) async throws -> Int32 {
        let result = try await Subprocess.run(
            configuration(program, arguments, as: user),
            input: .none,
            output: .discarded,
            error: .discarded
        )
        guard case .exited(let code) = result.terminationStatus else { return -1 }
        return code
    }
}
