import Postgres
import TestKit
import Testing
import Values

@Suite(.freshDatabase([]))
struct AmountTests {
    static let texts = [
        "0", "1", "-1", "0.000001", "-0.000001", "0.0001", "0.00999", "9999", "10000", "10001.5",
        "99999999", "100000000", "100000000.000001", "123456789012.123456",
        "999999999999.999999", "-999999999999.999999", "500000", "0.5", "12.34",
    ]

    @Test func `an amount is the same number on both sides`() async throws {
        for text in Self.texts {
            let amount = try #require(Amount(text))
            let (isSame, back, parsed) = try await Database.fresh.one(
                "SELECT \(amount) = \(text)::numeric, \(amount), \(text)::numeric(18,6)"
            ) { try $0.read() as (Bool, Amount, Amount) }
            #expect(isSame)
            #expect(back == amount)
            #expect(parsed == amount)
        }
    }

    @Test func `amounts can be in arrays`() async throws {
        let amounts = Self.texts.compactMap { Amount($0) }
        let (back, sum) = try await Database.fresh.one(
            "SELECT \(amounts), (SELECT sum(a) FROM unnest(\(amounts)) AS a WHERE a < 10000)"
        ) { try $0.read() as ([Amount], Amount?) }
        #expect(back == amounts)
        let small = amounts.filter { $0.millionths < 10_000_000_000 }
        #expect(sum?.millionths == small.reduce(0) { $0 + $1.millionths })
    }

    @Test func `a number that no amount can hold throws`() async throws {
        for text in [
            "0.0000001", "0.0000010000001", "1000000000000", "-1000000000000", "NaN", "Infinity",
            "1e30", "999999999999.9999991",
        ] {
            let error = await #expect(throws: PostgresError.self) {
                try await Database.fresh.one("SELECT \(text)::numeric") { try $0.next(Amount.self) }
            }
            #expect(error?.knowledge == .bug)
            #expect(error?.sqlState == nil)
        }
    }
}
