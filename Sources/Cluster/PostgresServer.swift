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

/// The private PostgreSQL of a local cluster: reached through a socket only, run by an
/// unprivileged user where root starts it.
struct PostgresServer: Sendable {
    let directory: DataDirectory
    let logger: Logger
    private let programs: String
    private let user: SystemUser?

    /// Finds the programs, and whom to run them as.
    init(_ directory: DataDirectory, logger: Logger) throws(ClusterError) {
        self.directory = directory
        self.logger = logger
        programs = try Self.findPrograms()
        user = geteuid() == 0 ? try SystemUser.unprivileged() : nil
    }

    /// The newest installed server of at least PostgreSQL 15.
    private static func findPrograms() throws(ClusterError) -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap(Int.init).filter { $0 >= 15 }.sorted().last {
            access("\(root)/\($0)/bin/postgres", X_OK) == 0
        }
        if let newest { return "\(root)/\(newest)/bin" }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let found = path.split(separator: ":").first {
            access("\($0)/postgres", X_OK) == 0 && access("\($0)/initdb", X_OK) == 0
        }
        guard let found else {
            throw ClusterError("no PostgreSQL server (15 or newer) is installed: run deploy/up")
        }
        return String(found)
    }

    /// Makes the database files on the first start.
    func prepare() async throws {
        try await own(directory.postgres)
        if let user, try await !reaches(user, directory.postgres) {
            throw ClusterError(
                "\(directory.path) cannot be reached by the user \(user.name), as whom PostgreSQL"
                    + " runs when root starts it: name another directory with --data"
            )
        }
        if !FileManager.default.fileExists(atPath: "\(directory.data)/PG_VERSION") {
            logger.notice("Making the database.")
            try await output(
                "initdb",
                [
                    "-D", directory.data, "--encoding=UTF8", "--locale=C.UTF-8",
                    "--username=postgres", "--auth-local=peer", "--auth-host=reject",
                ]
            )
        }
        try FileManager.default.createDirectory(
            atPath: directory.sockets,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        try await own(directory.sockets)
        try await writeAuthentication()
    }

    /// The owner of the files is the superuser; every role of ours proves itself by password.
    private func writeAuthentication() async throws {
        let text = """
            local all postgres peer map=owner
            local all all scram-sha-256

            """
        let owner = user?.name ?? SystemUser.current
        try await write(text, to: "\(directory.data)/pg_hba.conf")
        try await write("owner \(owner) postgres\n", to: "\(directory.data)/pg_ident.conf")
    }

    /// The server as the supervisor starts it.
    ///
    /// - Parameters:
    ///   - settings: Each `name=value`, beyond PostgreSQL's own defaults.
    ///   - connectionsMax: For all services together.
    /// - Returns: The process to start.
    func program(settings: [String] = [], connectionsMax: Int) -> Program {
        let arguments =
            [
                "-D", directory.data, "-k", directory.sockets, "-c", "listen_addresses=",
                "-c", "max_connections=\(connectionsMax)",
            ] + settings.flatMap { ["-c", $0] }
        var configuration = configuration("postgres", arguments)
        configuration.platformOptions.processGroupID = 0
        configuration.platformOptions.teardownSequence = [
            .send(signal: .interrupt, allowedDurationToNextStep: .seconds(20))
        ]
        return Program(
            name: "postgres",
            configuration: configuration,
            address: directory.sockets,
            adminPort: nil
        ) {
            (try? await status("pg_isready", ["-q", "-h", directory.sockets])) == 0
        }
    }

    /// Gives each service a role, a schema of its own, the extensions, and nothing else, as
    /// `deploy/postgres/init.sql` does under docker compose.
    func makeRoles(_ secrets: Secrets) async throws {
        let databases = try await output(
            "psql",
            [
                "-h", directory.sockets, "-d", "postgres", "-XAtc",
                "SELECT 1 FROM pg_database WHERE datname = 'gauntlet'",
            ]
        )
        if databases.isEmpty {
            try await output(
                "psql",
                ["-h", directory.sockets, "-d", "postgres", "-Xqc", "CREATE DATABASE gauntlet"]
            )
        }
        var script = """
            SET client_min_messages = warning;
            REVOKE ALL ON DATABASE gauntlet FROM PUBLIC;
            REVOKE ALL ON SCHEMA public FROM PUBLIC;
            CREATE SCHEMA IF NOT EXISTS extensions;
            CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;

            """
        for role in Secrets.roles {
            let password = try secrets.password(of: role)
            script += """
                DO $$ BEGIN
                    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '\(role)') THEN
                        CREATE ROLE \(role) LOGIN;
                    END IF;
                END $$;
                ALTER ROLE \(role) LOGIN PASSWORD '\(password)';
                ALTER ROLE \(role) SET search_path = \(role), extensions;
                GRANT CONNECT ON DATABASE gauntlet TO \(role);
                GRANT USAGE ON SCHEMA extensions TO \(role);
                CREATE SCHEMA IF NOT EXISTS \(role) AUTHORIZATION \(role);

                """
        }
        try await output(
            "psql",
            ["-h", directory.sockets, "-d", "gauntlet", "-Xq", "-v", "ON_ERROR_STOP=1", "-f", "-"],
            input: script
        )
    }

    /// As root, a program becomes the unprivileged user by `setpriv`: changing users between fork
    /// and exec inside a process of many threads can wait for ever for one of them.
    private func configuration(_ program: String, _ arguments: [String]) -> Configuration {
        let path = program.hasPrefix("/") ? program : "\(programs)/\(program)"
        var command = [path] + arguments
        if let user {
            command =
                [
                    "/usr/bin/setpriv", "--reuid=\(user.id)", "--regid=\(user.group)",
                    "--init-groups", "--",
                ] + command
        }
        return Configuration(
            executable: .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            // A locale of the caller's that the machine lacks would stop initdb.
            environment: .inherit.updating([
                "LC_ALL": "C.UTF-8", "PGUSER": "postgres", "PGPASSWORD": nil, "PGHOST": nil,
                "PGPORT": nil, "PGDATABASE": nil, "PGOPTIONS": nil, "PGSERVICE": nil,
            ]),
            workingDirectory: "/"
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
            let said = result.standardError.split(separator: "\n").last ?? ""
            throw ClusterError("\(program) failed: \(said)")
        }
        return result.standardOutput.split(separator: "\n").joined(separator: "\n")
    }

    private func status(_ program: String, _ arguments: [String]) async throws -> Int32 {
        let result = try await Subprocess.run(
            configuration(program, arguments),
            input: .none,
            output: .discarded,
            error: .discarded
        )
        guard case .exited(let code) = result.terminationStatus else { return -1 }
        return code
    }

    private func own(_ path: String) async throws {
        guard let user else { return }
        guard chown(path, user.id, user.group) == 0 else {
            throw ClusterError("\(path) cannot be given to the user \(user.name)")
        }
    }

    private func reaches(_ user: SystemUser, _ path: String) async throws -> Bool {
        try await status("/usr/bin/test", ["-w", path, "-a", "-x", path]) == 0
    }

    private func write(_ text: String, to path: String) async throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        guard chmod(path, 0o600) == 0 else {
            throw ClusterError("\(path) cannot be closed to others")
        }
        try await own(path)
    }
}

/// A user of the machine.
struct SystemUser: Hashable, Sendable {
    let name: String
    let id: uid_t
    let group: gid_t

    /// Whom a server is run as when root starts it.
    static func unprivileged() throws(ClusterError) -> SystemUser {
        guard let entry = getpwnam("postgres") else {
            throw ClusterError(
                "PostgreSQL does not run as root, and there is no user “postgres” to run it as"
            )
        }
        return SystemUser(name: "postgres", id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
    }

    /// The name of whoever runs this process.
    static var current: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }
}
