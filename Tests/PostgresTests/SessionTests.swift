import TestBasics
import TestKit
import Testing

@testable import Postgres

/// The settings of a connection, whatever those of the server, the database and the role are.
@Suite(.freshDatabase([]))
struct SessionTests {
    private let log = CapturedLog()

    private func database() throws -> Database {
        Database(
            try #require(FreshDatabase.current).url,
            options: .patient(),
            logger: log.logger
        )
    }

    /// Sets what new connections to the test's database get.
    private func set(_ name: String, to value: String) async throws {
        try await Database.fresh.transaction { tx in
            try await tx.run(
                """
                SELECT set_config('test.name', \(name), true),
                    set_config('test.value', \(value), true)
                """
            )
            try await tx.run(
                """
                DO $$ BEGIN
                    EXECUTE format(
                        'ALTER DATABASE %I SET %s = %L', current_database(),
                        current_setting('test.name'), current_setting('test.value'));
                END $$
                """
            )
        }
    }

    private func setting(
        _ name: String,
        _ database: Database,
        _ route: Route
    ) async throws
        -> String
    {
        try await database.one("SELECT current_setting(\(name))", route) { try $0.next() }
    }

    @Test(
        arguments: [
            ("synchronous_commit", "off", "on"), ("lock_timeout", "1ms", "0"),
            ("TimeZone", "Asia/Tokyo", "UTC"), ("statement_timeout", "1ms", "1min"),
        ],
        [Route.point, .leased]
    )
    func `a connection replaces a setting with which it would not work`(
        setting: (name: String, value: String, replaced: String),
        route: Route
    ) async throws {
        try await set(setting.name, to: setting.value)
        let database = try database()
        #expect(try await self.setting(setting.name, database, route) == setting.replaced)
        await database.close()
    }

    @Test(arguments: ["local", "remote_write", "on", "remote_apply"])
    func `other values of synchronous_commit stay, without a warning`(value: String) async throws {
        try await set("synchronous_commit", to: value)
        let database = try database()
        for route in [Route.point, .leased] {
            #expect(try await setting("synchronous_commit", database, route) == value)
        }
        #expect(log.lines.isEmpty)
        await database.close()
    }

    @Test func `a process warns once of asynchronous commits`() async throws {
        try await set("synchronous_commit", to: "off")
        let database = try database()
        try await database.migrate([])
        for route in [Route.point, .leased] {
            #expect(try await setting("synchronous_commit", database, route) == "on")
        }
        #expect(log.lines.map { "\($0.level)" } == ["warning"])
        #expect(log.messages.first?.contains("synchronous_commit = off") == true)
        await database.close()
    }

    @Test func `what was committed survives a crash of a server without synchronous commits`()
        async throws
    {
        // The server would write a commit ten seconds later.
        let settings = ["synchronous_commit=off", "wal_writer_delay=10s"]
        try await PrivateServer.with(settings) { server in
            let database = Database(server.url, options: .patient(), logger: log.logger)
            try await database.transaction { try await $0.run("CREATE TABLE notes (id int8)") }
            try await database.transaction { try await $0.run("INSERT INTO notes VALUES (1)") }
            try await server.stop(.immediate)
            try await server.start()
            #expect(
                try await database.one("SELECT count(*) FROM notes") { try $0.next(Int.self) } == 1
            )
            await database.close()
        }
    }

    @Test func `a reload of the server's file does not weaken an open session`() async throws {
        try await PrivateServer.with(["fsync=off"]) { server in
            let database = Database(
                server.url,
                options: .patient { $0.leasedMax = 1 },
                logger: log.logger
            )
            #expect(try await setting("synchronous_commit", database, .leased) == "on")
            let other = Database(server.url, options: .patient(), logger: TestServer.quiet)
            try await LibPQConnection.execute(
                "ALTER SYSTEM SET synchronous_commit = off",
                server.url
            )
            _ = try await other.all("SELECT pg_reload_conf()") { _ in }
            try await eventually("a new session would be weaker") {
                try await LibPQConnection.untouchedCommit(server.url) == "off"
            }
            #expect(try await setting("synchronous_commit", database, .leased) == "on")
            await other.close()
            await database.close()
        }
    }
}

extension LibPQConnection {
    private static func configuration(_ url: String) -> Configuration {
        Database.Options(applicationName: "beside").libpq(url, timeout: .zero, isReadOnly: false)
    }

    /// Runs a statement on a connection of its own, outside a transaction.
    fileprivate static func execute(_ text: String, _ url: String) async throws {
        let configuration = configuration(url)
        try await DedicatedThread.run { try LibPQConnection(configuration).execute(text) }
    }

    /// The setting of a new session that changes nothing.
    fileprivate static func untouchedCommit(_ url: String) async throws -> String? {
        let configuration = configuration(url)
        return try await DedicatedThread.run {
            try LibPQConnection(untouched: configuration)
                .query("SELECT current_setting('synchronous_commit')").onlyText
        }
    }
}
