import Identifiers
import Postgres
import TestKit
import Testing
import Values

private enum Colour: String, Readable {
    case red
}

@Suite(.freshDatabase([]))
struct ReadingTests {
    private func expectBug<Value: Readable & Sendable>(
        _ type: Value.Type,
        _ sql: SQL
    ) async {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.one(sql) { try $0.next(type) }
        }
        #expect(error?.knowledge == .bug)
    }

    @Test func `a NULL reads as nil into an optional, and throws otherwise`() async throws {
        let text = try await Database.fresh.one("SELECT NULL::text") {
            try $0.next(String?.self)
        }
        #expect(text == nil)
        await expectBug(String.self, "SELECT NULL::text")
        await expectBug(Int.self, "SELECT NULL::int8")
        await expectBug(Bool.self, "SELECT NULL::bool")
        await expectBug(Double.self, "SELECT NULL::float8")
        await expectBug(Instant.self, "SELECT NULL::timestamptz")
        await expectBug(Amount.self, "SELECT NULL::numeric")
        await expectBug(UserID.self, "SELECT NULL::uuid")
        await expectBug([UInt8].self, "SELECT NULL::bytea")
        await expectBug([Int].self, "SELECT NULL::int8[]")
        await expectBug([Int].self, "SELECT ARRAY[1, NULL]::int8[]")
    }

    @Test func `a type other than the column's throws`() async throws {
        await expectBug(Int.self, "SELECT 'a'::text")
        await expectBug(Int.self, "SELECT 1::numeric")
        await expectBug(Int32.self, "SELECT 1::int8")
        await expectBug(Int16.self, "SELECT 1::int4")
        await expectBug(String.self, "SELECT 1::int4")
        await expectBug(Bool.self, "SELECT 1::int4")
        await expectBug(UserID.self, "SELECT 'a'::text")
        await expectBug(Instant.self, "SELECT '2026-01-01'::date")
        await expectBug([Int].self, "SELECT ARRAY['a']")
        await expectBug([Int].self, "SELECT ARRAY[[1, 2], [3, 4]]::int8[]")
        await expectBug(UInt8.self, "SELECT 256::int2")
        await expectBug(UInt8.self, "SELECT (-1)::int2")
        await expectBug(Colour.self, "SELECT 'blue'::text")
    }

    @Test func `wide integers read narrow columns`() async throws {
        let numbers = try await Database.fresh.one(
            "SELECT (-2)::int2, (-3)::int4, (-4)::int8, (-5)::int2, 1.5::float4"
        ) { try $0.read() as (Int, Int, Int, Int32, Double) }
        #expect(numbers == (-2, -3, -4, -5, 1.5))
    }

    @Test func `every kind of text reads as a string`() async throws {
        try await Database.fresh.transaction { tx in
            try await tx.run("CREATE TYPE mood AS ENUM ('glad', 'sad')")
        }
        let texts = try await Database.fresh.one(
            """
            SELECT 'a'::text, 'b'::varchar(5), 'c'::char(3), 'd'::name, '{"e":1}'::json,
                '{"f": 1}'::jsonb, 'sad'::mood
            """
        ) { row in
            var texts: [String] = []
            for _ in 0..<7 { texts.append(try row.next()) }
            return texts
        }
        #expect(texts == ["a", "b", "c  ", "d", #"{"e":1}"#, #"{"f": 1}"#, "sad"])
    }

    @Test func `more columns than there are throw`() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.one("SELECT 1, 2") { try $0.read() as (Int, Int, Int) }
        }
        #expect(error?.knowledge == .bug)
    }

    @Test func `rows come in order, with their columns`() async throws {
        let rows = try await Database.fresh.all(
            "SELECT i, 'n' || i, nullif(i, 2) FROM generate_series(1, 3) AS i ORDER BY i",
            .point
        ) { row in
            let (number, name, hole): (Int, String, Int?) = try row.read()
            return "\(number) \(name) \(hole ?? 0)"
        }
        #expect(rows == ["1 n1 1", "2 n2 0", "3 n3 3"])
    }

    @Test func `one requires exactly one row, first at most one`() async throws {
        let database = Database.fresh
        let number: @Sendable (inout Row) throws -> Int = { try $0.next() }
        for route in [Route.point, .leased] {
            await #expect(throws: PostgresError.self) {
                try await database.one("SELECT 1 WHERE false", route, number)
            }
            await #expect(throws: PostgresError.self) {
                try await database.one("VALUES (1::int8), (2)", route, number)
            }
            await #expect(throws: PostgresError.self) {
                try await database.first("VALUES (1::int8), (2)", route, number)
            }
            #expect(try await database.one("VALUES (1::int8)", route, number) == 1)
            #expect(try await database.first("VALUES (1::int8)", route, number) == 1)
            #expect(try await database.first("SELECT 1 WHERE false", route, number) == nil)
            #expect(try await database.all("SELECT 1 WHERE false", route, number).isEmpty)
        }
    }
}
