import TestKit
import Testing

@testable import Postgres

/// Batched lookups of a real table.
@Suite(.freshDatabase([])) struct GatheredReadTests {
    private func makeNotes() async throws {
        try await Database.fresh.transaction { tx in
            try await tx.run("CREATE TABLE notes (id bigint PRIMARY KEY, text text NOT NULL)")
            try await tx.run(
                "INSERT INTO notes SELECT id, 'note ' || id FROM generate_series(1, 100) AS id"
            )
        }
    }

    private static func notes(_ ids: [Int], in database: Database) async throws -> [Int: String] {
        let rows = try await database.all(
            "SELECT id, text FROM notes WHERE id = ANY(\(ids))",
            .point
        ) { row in try (row.next(Int.self), row.next(String.self)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    @Test func `each of many lookups gets its own values`() async throws {
        try await makeNotes()
        let database = Database.fresh
        let count = Count()
        let gathered = BatchLoader<Int, String>(keysMax: 20) { ids in
            count.add()
            #expect(Set(ids).count == ids.count && ids.count <= 20)
            return try await Self.notes(ids, in: database)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<64 {
                group.addTask {
                    for round in 0..<10 {
                        let id = (caller * 7 + round) % 110
                        let found = try await gathered.value(for: id)
                        #expect(found == (1...100 ~= id ? "note \(id)" : nil))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(count.value <= 640)
    }

    @Test func `a lookup sees what was committed before it`() async throws {
        try await makeNotes()
        let database = Database.fresh
        let gate = Gate()
        let gathered = BatchLoader<Int, String> { ids in
            let found = try await Self.notes(ids, in: database)
            // The first result has arrived, but is not handed out yet.
            await gate.pass()
            return found
        }
        let old = Task { try await gathered.value(for: 1) }
        try await eventually("the old row is read") { gate.arrivals == 1 }
        try await database.transaction { try await $0.run("UPDATE notes SET text = 'new'") }
        let new = Task { try await gathered.value(for: 1) }
        try await eventually("the row is read again") { gate.arrivals == 2 }
        gate.open()
        #expect(try await old.value == "note 1")
        #expect(try await new.value == "new")
    }

    @Test func `every caller gets the server's error`() async throws {
        let database = Database.fresh
        let gathered = BatchLoader<Int, Int> { ids in
            let rows = try await database.all(
                "SELECT 1 / (id - 1) FROM unnest(\(ids)) AS id",
                .point
            ) { row in try row.next(Int.self) }
            return Dictionary(uniqueKeysWithValues: zip(ids, rows))
        }
        for _ in 0..<2 {
            let error = await #expect(throws: PostgresError.self) {
                try await gathered.values(for: [1, 2])
            }
            #expect(error?.sqlState == "22012")
            #expect(error?.knowledge == .bug)
        }
        #expect(try await gathered.value(for: 2) == 1)
    }

    @Test func `a leased statement without waiting callers is cancelled`() async throws {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient { $0.leasedStatementTimeout = .seconds(300) },
            logger: TestServer.quiet
        )
        let gathered = BatchLoader<Int, Int> { _ in
            _ = try await database.all("SELECT pg_sleep(200), 'given up'") { _ in }
            return [:]
        }
        try await Backends.with { backends in
            let read = Task { try await gathered.value(for: 1) }
            try await backends.running("%'given up'%")
            read.cancel()
            await #expect(throws: CancellationError.self) { try await read.value }
            try await eventually("the server ends it") {
                try await backends.count(running: "%'given up'%") == 0
            }
        }
        await database.close()
    }

    @Test func `lists are grouped by key, in order`() async throws {
        try await makeNotes()
        let lists = try await Database.fresh.lists(
            for: [3, 200, 1],
            """
            SELECT asked.number, notes.text
            FROM unnest(\([3, 200, 1])) WITH ORDINALITY AS asked(id, number)
            JOIN notes ON notes.id IN (asked.id, asked.id + 10) ORDER BY notes.id DESC
            """
        ) { row in try row.next(String.self) }
        #expect(lists == [3: ["note 13", "note 3"], 1: ["note 11", "note 1"]])
    }

    @Test(arguments: [0, 2]) func `a row without a key is a bug`(number: Int) async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.lists(for: ["a"], "SELECT \(number), 1") { row in
                try row.next(Int.self)
            }
        }
        #expect(error?.knowledge == .bug)
    }
}
