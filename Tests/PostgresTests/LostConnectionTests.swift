import Postgres
import TestKit
import Testing

@Suite(
    .freshDatabase([
        Migration(
            "m01_notes",
            Array(
                """
                CREATE TABLE notes (text text NOT NULL);
                CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM pg_terminate_backend(pg_backend_pid());
                    PERFORM pg_sleep(1);
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER notes_fall AFTER INSERT ON notes
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
                    WHEN (NEW.text = 'fall') EXECUTE FUNCTION fall();
                """.utf8
            )
        )
    ])
)
struct LostConnectionTests {
    private func notes() async throws -> [String] {
        try await Database.fresh.all("SELECT text FROM notes") { try $0.next() }
    }

    @Test(arguments: [Route.point, .leased])
    func `a connection lost while idle is reopened automatically`(route: Route) async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let process = try await database.process(route)
            try await backends.terminate(process)
            // The first may use the connection before its thread has noticed the loss.
            var next = try? await database.process(route)
            if next == nil { next = try await database.process(route) }
            #expect(next != nil)
            #expect(next != process)
        }
    }

    @Test(arguments: [Route.point, .leased])
    func `a read on a lost connection is repeated`(route: Route) async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let read = try await backends.holding {
                let read = Task {
                    try await database.all(
                        "SELECT pg_advisory_xact_lock_shared(7), 'once'",
                        route
                    ) { _ in }
                }
                try await backends.terminate(try await backends.running("%'once'%"))
                try await backends.running("%'once'%")
                return read
            }
            #expect(try await read.value.count == 1)
        }
    }

    @Test(arguments: [Route.point, .leased])
    func `a read whose connection is lost twice fails`(route: Route) async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            try await backends.holding {
                let read = Task {
                    try await database.all(
                        "SELECT pg_advisory_xact_lock_shared(7), 'twice'",
                        route
                    ) { _ in }
                }
                for _ in 0..<2 {
                    try await backends.terminate(try await backends.running("%'twice'%"))
                }
                let error = await #expect(throws: PostgresError.self) { try await read.value }
                #expect(error?.knowledge == .unavailable)
            }
            #expect(try await database.one("SELECT 1", .point) { try $0.next(Int.self) } == 1)
        }
    }

    @Test func `point reads that shared a lost connection are repeated`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let reads = try await backends.holding {
                let reads = (0..<64).map { number in
                    Task {
                        try await database.all(
                            "SELECT pg_advisory_xact_lock_shared(7), 'many', \(number)",
                            .point
                        ) { _ in number }
                    }
                }
                try await backends.terminate(try await backends.running("%'many'%"))
                return reads
            }
            for (number, read) in reads.enumerated() {
                #expect(try await read.value == [number])
            }
        }
    }

    @Test func `a connection lost between statements leaves no effect`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { tx in
                    try await tx.run("INSERT INTO notes VALUES ('lost')")
                    try await backends.terminate(try await tx.process())
                    try await tx.run("INSERT INTO notes VALUES ('after')")
                }
            }
            #expect(error?.knowledge == .unavailable)
        }
        #expect(try await notes().isEmpty)
    }

    @Test func `a connection lost before the commit leaves no effect`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { tx in
                    try await tx.run("INSERT INTO notes VALUES ('lost')")
                    try await backends.terminate(try await tx.process())
                }
            }
            // The thread may have noticed the loss before the commit, or only after sending it.
            #expect(error?.knowledge != .bug)
        }
        #expect(try await notes().isEmpty)
    }

    @Test func `a connection lost during a statement leaves no effect`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            try await backends.holding {
                let change = Task {
                    try await database.transaction { tx in
                        try await tx.run("INSERT INTO notes VALUES ('lost')")
                        return try await tx.run("SELECT pg_advisory_xact_lock_shared(7), 'falls'")
                    }
                }
                try await backends.terminate(try await backends.running("%'falls'%"))
                let error = await #expect(throws: PostgresError.self) { try await change.value }
                #expect(error?.knowledge == .unavailable)
            }
        }
        #expect(try await notes().isEmpty)
    }

    @Test func `the outcome of a commit on a lost connection is unknown`() async throws {
        let database = Database.fresh
        let actions = Count()
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction { tx in
                tx.afterCommit { actions.add() }
                try await tx.run("INSERT INTO notes VALUES ('fall')")
            }
        }
        #expect(error?.knowledge == .expired)
        #expect(actions.value == 0)
        try await database.transaction { try await $0.run("INSERT INTO notes VALUES ('next')") }
        #expect(try await notes() == ["next"])
    }

    @Test func `a leased statement that times out has no effect`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient {
                $0.leasedMax = 1
                $0.leasedStatementTimeout = .seconds(1)
            },
            logger: TestServer.quiet
        )
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction { tx in
                try await tx.run("INSERT INTO notes VALUES ('slow')")
                try await tx.run("SELECT pg_sleep(100)")
            }
        }
        #expect(error?.sqlState == "57014")
        #expect(error?.knowledge == .unavailable)
        #expect(error?.isOverload == true)
        #expect(try await notes().isEmpty)
        try await database.transaction { try await $0.run("INSERT INTO notes VALUES ('next')") }
        await database.close()
        #expect(try await notes() == ["next"])
    }

    @Test func `without a server, a statement has no effect`() async throws {
        let database = Database(
            "postgresql://nobody@127.0.0.1:1/nothing",
            options: .init(leasedMax: 1),
            logger: TestServer.quiet
        )
        for route in [Route.point, .leased] {
            let error = await #expect(throws: PostgresError.self) {
                try await database.process(route)
            }
            #expect(error?.knowledge == .unavailable)
        }
        await database.close()
    }

    @Test func `a closed client refuses statements`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(url, options: .patient(), logger: TestServer.quiet)
        _ = try await database.process(.point)
        _ = try await database.process(.leased)
        await database.close()
        for route in [Route.point, .leased] {
            let error = await #expect(throws: PostgresError.self) {
                try await database.process(route)
            }
            #expect(error?.knowledge == .unavailable)
        }
    }
}
