public import Values

// PostgreSQL sends a numeric as digits of base 10,000: their count, the weight of the first (its
// power of 10,000), a sign, and how many decimals to show.

extension Amount: Bindable {
    public static var boundType: DataType { .numeric }
    public static var boundArrayType: DataType { .numericArray }

    public func bind(to binds: inout Binds) {
        let (whole, fraction) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        var digits = [
            whole / 100_000_000, whole / 10_000 % 10_000, whole % 10_000,
            fraction / 100, fraction % 100 * 100,
        ]
        var weight: Int16 = 2
        while digits.first == 0 {
            digits.removeFirst()
            weight -= 1
        }
        while digits.last == 0 { digits.removeLast() }
        binds.item { binds in
            binds.raw(Int16(digits.count))
            binds.raw(digits.isEmpty ? 0 : weight)
            binds.raw(millionths < 0 ? Numeric.negative : Numeric.positive)
            binds.raw(Int16(6))
            for digit in digits {
                binds.raw(Int16(digit))
            }
        }
    }
}

/// Throws for digits beyond the sixth decimal, magnitudes beyond `decimal(18,6)`, NaN and infinity.
extension Amount: Readable {
    public static func read(_ cell: borrowing Cell) throws -> Amount {
        try cell.expect(.numeric, for: Amount.self)
        let count = try cell.integer(Int16.self, at: 0)
        let weight = Int(try cell.integer(Int16.self, at: 2))
        let sign = try cell.integer(UInt16.self, at: 4)
        guard sign == Numeric.positive || sign == Numeric.negative else {
            throw cell.unreadable(as: Amount.self)
        }
        var millionths: Int64 = 0
        for index in 0..<Int(count) {
            let digit = Int64(try cell.integer(Int16.self, at: 8 + 2 * index))
            guard digit != 0 else { continue }
            guard let value = Self.millionths(digit, weight: weight - index) else {
                throw cell.unreadable(as: Amount.self)
            }
            millionths += value
        }
        guard let amount = Amount(millionths: sign == Numeric.negative ? -millionths : millionths)
        else { throw cell.unreadable(as: Amount.self) }
        return amount
    }

    /// The value of one digit; `nil` if millionths cannot hold it.
    private static func millionths(_ digit: Int64, weight: Int) -> Int64? {
        switch weight {
        case 2: digit * 100_000_000 * 1_000_000
        case 1: digit * 10_000 * 1_000_000
        case 0: digit * 1_000_000
        case -1: digit * 100
        case -2 where digit % 100 == 0: digit / 100
        default: nil
        }
    }
}

private enum Numeric {
    static let positive: UInt16 = 0x0000
    static let negative: UInt16 = 0x4000
}
