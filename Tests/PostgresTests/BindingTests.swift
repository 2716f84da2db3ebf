import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values

private enum Grade: String, Bindable, Readable {
    case good
    case poor
}

private enum Level: Int16, Bindable, Readable {
    case low = 1
    case high = 2
}

@Suite(.freshDatabase([]))
struct BindingTests {
    /// Sends a value to the server and back on both routes, and as NULL.
    private func expectRoundTrip<Value: Bindable & Readable & Equatable>(
        _ values: [Value],
        as type: SQL
    ) async throws {
        for value in values {
            for route in [Route.point, .leased] {
                let back = try await Database.fresh.one("SELECT \(value)", route) { row in
                    try row.next(Value.self)
                }
                #expect(back == value)
            }
        }
        let none: Value? = nil
        let nothing = try await Database.fresh.one("SELECT \(none)") { try $0.next(Value?.self) }
        #expect(nothing == nil)
        let array = try await Database.fresh.one("SELECT \(values)") { try $0.next([Value].self) }
        #expect(array == values)
        let holes = values.map(Optional.some) + [nil]
        let withHoles = try await Database.fresh.one("SELECT \(holes)") {
            try $0.next([Value?].self)
        }
        #expect(withHoles == holes)
        let empty = try await Database.fresh.one("SELECT \([Value]())") {
            try $0.next([Value].self)
        }
        #expect(empty.isEmpty)
        let name = try await Database.fresh.one(type) { try $0.next(Bool.self) }
        #expect(name)
    }

    @Test func `booleans come back`() async throws {
        try await expectRoundTrip([true, false], as: "SELECT pg_typeof(\(true)) = 'bool'::regtype")
    }

    @Test func `integers of every width come back, from the least to the greatest`() async throws {
        try await expectRoundTrip(
            [Int16.min, -1, 0, 1, .max],
            as: "SELECT pg_typeof(\(Int16(1))) = 'int2'::regtype"
        )
        try await expectRoundTrip(
            [Int32.min, -1, 0, 1, .max],
            as: "SELECT pg_typeof(\(Int32(1))) = 'int4'::regtype"
        )
        try await expectRoundTrip(
            [Int64.min, -1, 0, 1, .max],
            as: "SELECT pg_typeof(\(Int64(1))) = 'int8'::regtype"
        )
        try await expectRoundTrip(
            [Int.min, -1, 0, 1, .max],
            as: "SELECT pg_typeof(\(1)) = 'int8'::regtype"
        )
    }

    @Test func `floating numbers come back`() async throws {
        try await expectRoundTrip(
            [0, -0.5, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity],
            as: "SELECT pg_typeof(\(1.5)) = 'float8'::regtype"
        )
        let number = try await Database.fresh.one("SELECT \(Double.nan)") { row in
            try row.next(Double.self)
        }
        #expect(number.isNaN)
    }

    @Test func `texts come back`() async throws {
        try await expectRoundTrip(
            ["", "a", "'; DROP TABLE x; --", "Grüße 👩‍👩‍👧", String(repeating: "ß", count: 100_000)],
            as: "SELECT pg_typeof(\("")) = 'text'::regtype"
        )
    }

    @Test func `a text with a zero character is refused`() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.one("SELECT \("a\0b")") { try $0.next(String.self) }
        }
        #expect(error?.sqlState == "22021")
        #expect(error?.knowledge == .bug)
    }

    @Test func `ids come back`() async throws {
        try await expectRoundTrip(
            [UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))],
            as: "SELECT pg_typeof(\(UUID())) = 'uuid'::regtype"
        )
        try await expectRoundTrip(
            [UserID(), UserID()],
            as: "SELECT pg_typeof(\(UserID())) = 'uuid'::regtype"
        )
    }

    @Test func `an id is the same text on both sides`() async throws {
        let id = ChallengeID()
        let text = try await Database.fresh.one("SELECT \(id)::text") { try $0.next(String.self) }
        #expect(text == id.description)
    }

    @Test func `moments come back to the microsecond`() async throws {
        try await expectRoundTrip(
            [
                Instant(microseconds: 0), Instant(microseconds: -1), Instant.now(),
                Instant(microseconds: 946_684_800_000_000), Instant(microseconds: .max),
                Instant(microseconds: .min),
            ],
            as: "SELECT pg_typeof(\(Instant.now())) = 'timestamptz'::regtype"
        )
    }

    @Test func `a moment is the same text on both sides`() async throws {
        let moment = try #require(Instant(rfc3339: "2026-03-01T09:30:00.123456Z"))
        let isSame = try await Database.fresh.one(
            """
            SELECT \(moment) = '2026-03-01T09:30:00.123456Z'::timestamptz
               AND \(Instant(microseconds: .max)) = 'infinity'
               AND \(Instant(microseconds: .min)) = '-infinity'
            """
        ) { try $0.next(Bool.self) }
        #expect(isSame)
    }

    @Test func `days come back`() async throws {
        let days = [-719_528, -1, 0, 10_956, 10_957, 10_958, 2_932_896].map {
            CivilDate(daysSince1970: $0)
        }
        try await expectRoundTrip(
            days,
            as: "SELECT pg_typeof(\(CivilDate(daysSince1970: 0))) = 'date'::regtype"
        )
    }

    @Test func `a day is the same text on both sides`() async throws {
        let day = try #require(CivilDate(year: 2_024, month: 2, day: 29))
        let before2000 = try #require(CivilDate(year: 1_999, month: 12, day: 31))
        let isSame = try await Database.fresh.one(
            "SELECT \(day) = '2024-02-29'::date AND \(before2000) = '1999-12-31'::date"
        ) { try $0.next(Bool.self) }
        #expect(isSame)
    }

    @Test(arguments: ["infinity", "-infinity"])
    func `a date that is no day throws`(text: String) async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await Database.fresh.one("SELECT \(text)::date") { try $0.next(CivilDate.self) }
        }
        #expect(error?.knowledge == .bug)
    }

    @Test func `bytes come back`() async throws {
        let values: [[UInt8]] = [[], [0], Array(0...255), Array(repeating: 7, count: 100_000)]
        for value in values {
            let back = try await Database.fresh.one("SELECT \(value), octet_length(\(value))") {
                try $0.read() as ([UInt8], Int)
            }
            #expect(back.0 == value)
            #expect(back.1 == value.count)
        }
        let all = try await Database.fresh.one("SELECT \(values)") { try $0.next([[UInt8]].self) }
        #expect(all == values)
        let byte = try await Database.fresh.one("SELECT \(UInt8.max)") { try $0.next(UInt8.self) }
        #expect(byte == .max)
    }

    @Test func `enumerations bind their raw value`() async throws {
        try await expectRoundTrip(
            [Grade.good, .poor],
            as: "SELECT pg_typeof(\(Grade.good)) = 'text'::regtype"
        )
        try await expectRoundTrip(
            [Level.low, .high],
            as: "SELECT pg_typeof(\(Level.low)) = 'int2'::regtype"
        )
        let text = try await Database.fresh.one("SELECT \(Grade.poor)::text") {
            try $0.next(String.self)
        }
        #expect(text == "poor")
    }

    @Test func `a value is found in an array`() async throws {
        let ids = [UserID(), UserID(), UserID()]
        let found = try await Database.fresh.all(
            "SELECT id FROM unnest(\(ids)) AS id WHERE id = ANY(\(Array(ids.prefix(2))))",
            .point
        ) { try $0.next(UserID.self) }
        #expect(found == Array(ids.prefix(2)))
    }
}
