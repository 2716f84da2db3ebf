/// A decimal quantity with six decimal places: litres, miles, repetitions.
///
/// The database keeps it as `decimal(18,6)`, so its magnitude is below 10¹². Sums that would leave
/// the range trap: code that adds amounts of several users must check first.
public struct Amount: Hashable, Sendable {
    /// The quantity in millionths: 1.5 is 1,500,000.
    public var millionths: Int64

    /// The largest magnitude, in millionths: 999,999,999,999.999999.
    public static let millionthsMax: Int64 = 999_999_999_999_999_999
    /// Nothing.
    public static let zero = Amount(withinRange: 0)
    /// All amounts above 0.
    public static let positive = Amount(withinRange: 1)...Amount(withinRange: millionthsMax)

    /// Returns nil beyond the range of `decimal(18,6)`.
    public init?(millionths: Int64) {
        guard millionths.magnitude <= Self.millionthsMax.magnitude else { return nil }
        self.millionths = millionths
    }

    private init(withinRange millionths: Int64) {
        self.millionths = millionths
    }
}

extension Amount {
    /// Rounds down to a multiple of a step: of 1,000,000, to the whole number.
    ///
    /// - Parameter step: The step in millionths, above 0.
    /// - Returns: The multiple; of an amount below 0, the nearest one towards 0.
    public func roundedDown(toMillionths step: Int64) -> Amount {
        Amount(withinRange: millionths - millionths % step)
    }
}

extension Amount: Comparable {
    public static func < (left: Amount, right: Amount) -> Bool {
        left.millionths < right.millionths
    }
}

extension Amount: CustomStringConvertible {
    /// The shortest decimal: `1.5`, `-0.000001`, `12`.
    public var description: String {
        let (whole, fraction) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        guard fraction != 0 else { return "\(sign)\(whole)" }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }

    /// Reads a JSON number with at most six decimal places, with or without an exponent. Returns
    /// nil if it has more, is out of range, or is not a number.
    public init?(_ text: some StringProtocol) {
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        var hasPoint = false
        var bytes = Array(text.utf8)[...]
        if bytes.first == UInt8(ascii: "-") {
            isNegative = true
            bytes.removeFirst()
        }
        if let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        ) {
            guard let written = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)),
                (-400...400).contains(written)
            else { return nil }
            exponent = written
            bytes = bytes[..<mark]
        }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                if hasPoint { exponent -= 1 }
            case UInt8(ascii: ".") where !hasPoint && !digits.isEmpty:
                hasPoint = true
            default:
                return nil
            }
        }
        guard !digits.isEmpty, bytes.last != UInt8(ascii: ".") else { return nil }
        while digits.count > 1, digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        guard digits != [0] else {
            self.init(millionths: 0)
            return
        }
        let shift = exponent + 6
        guard shift >= 0 else { return nil }
        var number: Int64 = 0
        for digit in digits + Array(repeating: 0, count: min(shift, 19)) {
            let (scaled, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carried) = scaled.addingReportingOverflow(Int64(digit))
            guard !overflow, !carried else { return nil }
            number = sum
        }
        self.init(millionths: isNegative ? -number : number)
    }
}
