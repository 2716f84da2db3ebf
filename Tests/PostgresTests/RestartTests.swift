import Foundation
import Postgres
import TestBasics
import TestKit
import Testing

/// Servers that stop, start, follow another or refuse, and a client that survives it.
struct RestartTests {
    /// Data of these tests need not survive a crash of the machine.
    private let hasty = ["fsync=off", "full_page_writes=off"]

    private func with(
        _ url: String,
        _ options: Database.Options = .patient { $0.silenceMax = .seconds(1) },
        _ body: (Database) async throws -> Void
    ) async throws {
        let database = Database(url, options: options, logger: TestServer.quiet)
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func port(_ database: Database, _ route: Route = .leased) async throws -> String {
        try await database.one("SELECT current_setting('port')", route) { try $0.next() }
    }

    private func rows(_ database: Database) async throws -> Int {
        try await database.one("SELECT count(*) FROM notes") { try $0.next() }
    }

    @Test(arguments: [PrivateServer.End.fast, .immediate])
    func `a restarted server is found again, by listeners too`(
        end: PrivateServer.End
    ) async throws {
        try await PrivateServer.with(hasty) { server in
            try await with(server.url) { database in
                try await database.transaction { try await $0.run("CREATE TABLE notes (id int8)") }
                var heard = database.listen("news").makeAsyncIterator()
                let greeting = await heard.next()
                #expect(greeting == .reconnected)
                _ = try await port(database, .point)
                try await server.stop(end)
                for route in [Route.point, .leased] {
                    let error = await #expect(throws: PostgresError.self) {
                        try await port(database, route)
                    }
                    #expect(error?.knowledge == .unavailable)
                }
                let error = await #expect(throws: PostgresError.self) {
                    try await database.transaction { tx in
                        try await tx.run("INSERT INTO notes VALUES (1)")
                    }
                }
                #expect(error?.knowledge == .unavailable)
                try await server.start()
                let again = await heard.next()
                #expect(again == .reconnected)
                for route in [Route.point, .leased] {
                    try await eventually("it answers again") {
                        (try? await port(database, route)) != nil
                    }
                }
                let count = try await rows(database)
                #expect(count == 0)
                try await database.notify("news", "all is well")
                let news = await heard.next()
                #expect(news == .payload("all is well"))
            }
        }
    }

    @Test func `writes are unavailable while the server takes none`() async throws {
        try await PrivateServer.with(hasty) { server in
            try await with(server.url) { database in
                try await database.transaction { try await $0.run("CREATE TABLE notes (id int8)") }
                try await server.stop()
                try await server.becomeStandbyAtNextStart()
                try await server.start()
                try await eventually("it reads again") {
                    (try? await rows(database)) == 0
                }
                for _ in 0..<2 {
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.transaction { tx in
                            try await tx.run("INSERT INTO notes VALUES (1)")
                        }
                    }
                    #expect(error?.knowledge == .unavailable)
                }
                let count = try await rows(database)
                #expect(count == 0)
                try await server.promote()
                try await eventually("it takes writes") {
                    (try? await database.transaction { tx in
                        try await tx.run("INSERT INTO notes VALUES (2)")
                    }) == 1
                }
            }
        }
    }

    @Test func `of several hosts the one that answers and fits is chosen`() async throws {
        let other = try #require(URLComponents(string: try TestServer.fromEnvironment().url))
        let user = other.user ?? "postgres"
        let otherPort = other.port ?? 5_432
        try await PrivateServer.with(hasty) { server in
            try await server.stop()
            try await server.becomeStandbyAtNextStart()
            try await server.start()
            let hosts = "127.0.0.1:1,127.0.0.1:\(server.port),\(other.host ?? ""):\(otherPort)"
            let url = "postgresql://\(user)@\(hosts)/postgres"
            try await with("\(url)?target_session_attrs=read-write") { database in
                for route in [Route.point, .leased] {
                    let found = try await port(database, route)
                    #expect(found == "\(otherPort)")
                }
            }
            try await with("\(url)?target_session_attrs=standby") { database in
                let found = try await port(database)
                #expect(found == "\(server.port)")
            }
            try await with(url) { database in
                let first = try await port(database)
                #expect(first == "\(server.port)")
                try await server.stop(.immediate)
                try await eventually("the next host is asked") {
                    (try? await port(database)) == "\(otherPort)"
                }
            }
        }
    }

    @Test func `a full server is unavailable, and nothing is lost afterwards`() async throws {
        let settings = hasty + ["max_connections=8", "superuser_reserved_connections=0"]
        try await PrivateServer.with(settings) { server in
            let options = Database.Options(sharedMax: 1, leasedMax: 12)
            try await with(server.url, options) { database in
                let gate = Gate()
                let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<12 {
                        group.addTask {
                            do {
                                try await database.transaction { tx in
                                    try await tx.run("SELECT 1")
                                    await gate.pass()
                                }
                                return false
                            } catch let error as PostgresError {
                                #expect(error.knowledge == .unavailable)
                                return true
                            }
                        }
                    }
                    // At least four of them are refused.
                    var refused = 0
                    for _ in 0..<4 where try await group.next() == true {
                        refused += 1
                    }
                    gate.open()
                    for try await isRefused in group where isRefused { refused += 1 }
                    return refused
                }
                #expect(refused >= 4)
                try await database.transaction { try await $0.run("SELECT 1") }
            }
        }
    }

    @Test func `a server whose disk is full is unavailable`() async throws {
        try await PrivateServer.with(hasty + ["temp_file_limit=64kB", "work_mem=64kB"]) { server in
            try await with(server.url) { database in
                let error = await #expect(throws: PostgresError.self) {
                    try await database.all(
                        "SELECT n FROM generate_series(1, 200000) AS n ORDER BY md5(n::text)"
                    ) { _ in }
                }
                #expect(error?.sqlState == "53400")
                #expect(error?.knowledge == .unavailable)
                #expect(error?.isOverload == true)
                let number = try await database.one("SELECT 1") { try $0.next(Int.self) }
                #expect(number == 1)
            }
        }
    }

    /// The server is durable here, as in production: `fsync` is on.
    @Test func `acknowledged writes survive the server's death`() async throws {
        try await PrivateServer.with { server in
            try await with(server.url, .init(leasedMax: 4)) { database in
                let fsync = try await database.one("SELECT current_setting('fsync')") { row in
                    try row.next(String.self)
                }
                #expect(fsync == "on")
                try await database.transaction { tx in
                    try await tx.run("CREATE TABLE notes (id int8 PRIMARY KEY)")
                }
                let acknowledged = Acknowledged()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<4 {
                        group.addTask {
                            for number in 0... {
                                let id = writer * 1_000_000 + number
                                do {
                                    try await database.transaction { tx in
                                        try await tx.run("INSERT INTO notes VALUES (\(id))")
                                    }
                                } catch {
                                    return
                                }
                                await acknowledged.add(id)
                            }
                        }
                    }
                    try await eventually("much is written") { await acknowledged.ids.count > 100 }
                    try await server.stop(.immediate)
                    try await group.waitForAll()
                }
                try await server.start()
                var found: Set<Int> = []
                try await eventually("it answers again") {
                    found = Set(
                        (try? await database.all("SELECT id FROM notes") { row in
                            try row.next(Int.self)
                        }) ?? []
                    )
                    return !found.isEmpty
                }
                let lost = await acknowledged.ids.subtracting(found)
                #expect(lost.isEmpty)
            }
        }
    }
}

private actor Acknowledged {
    private(set) var ids: Set<Int> = []

    func add(_ id: Int) {
        ids.insert(id)
    }
}
