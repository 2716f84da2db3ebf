import Testing
import Values

struct AmountTests {
    @Test(
        arguments: [
            (0, "0"), (1, "0.000001"), (-1, "-0.000001"), (1_500_000, "1.5"), (12_000_000, "12"),
            (999_999_999_999_999_999, "999999999999.999999"),
        ] as [(Int64, String)]
    )
    func `an amount reads what it writes`(millionths: Int64, text: String) throws {
        let amount = try #require(Amount(millionths: millionths))
        #expect("\(amount)" == text)
        #expect(Amount(text) == amount)
    }

    @Test(
        arguments: [
            ("1.50", 1_500_000), ("15e-1", 1_500_000), ("0.15E+1", 1_500_000), ("-0", 0),
            ("1e11", 100_000_000_000_000_000), ("0e400", 0), ("1.0000000000000", 1_000_000),
        ] as [(String, Int64)]
    )
    func `one amount is written in many ways`(text: String, millionths: Int64) {
        #expect(Amount(text)?.millionths == millionths)
    }

    @Test(arguments: [
        "", "-", ".", ".5", "5.", "1.0000001", "1e12", "1000000000000", "1e-7", "1e", "e1", "0x1",
        "1,5", "--1", "1e999999999999", "NaN",
    ])
    func `what has more digits, or is no number, is refused`(text: String) {
        #expect(Amount(text) == nil)
    }

    @Test func `the range is that of decimal(18,6)`() {
        #expect(Amount(millionths: Amount.millionthsMax + 1) == nil)
        #expect(Amount(millionths: -Amount.millionthsMax) != nil)
        #expect(Amount(millionths: .min) == nil)
    }

    @Test(
        arguments: [
            (1, true), (1_000_000, true), (Amount.millionthsMax, true),
            (0, false), (-1, false), (-Amount.millionthsMax, false),
        ] as [(Int64, Bool)]
    )
    func `an amount is positive above 0`(millionths: Int64, isPositive: Bool) throws {
        let amount = try #require(Amount(millionths: millionths))
        #expect(Amount.positive.contains(amount) == isPositive)
    }
}
