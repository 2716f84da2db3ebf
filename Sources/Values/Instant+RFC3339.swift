extension Instant: CustomStringConvertible {
    /// RFC 3339 in UTC: `2026-03-01T09:30:00Z`, with a fraction of three or six digits if it is not
    /// zero.
    public var description: String {
        String(decoding: rfc3339, as: UTF8.self)
    }

    /// The characters of `description`.
    public var rfc3339: [UInt8] {
        let (date, inDay) = CivilDate.split(microseconds, unitsADay: 86_400_000_000)
        let (seconds, fraction) = inDay.quotientAndRemainder(dividingBy: 1_000_000)
        var text: [UInt8] = []
        text.reserveCapacity(27)
        text.append(date.year, digits: 4)
        text.append(UInt8(ascii: "-"))
        text.append(date.month, digits: 2)
        text.append(UInt8(ascii: "-"))
        text.append(date.day, digits: 2)
        text.append(UInt8(ascii: "T"))
        text.append(seconds / 3_600, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(seconds / 60 % 60, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(seconds % 60, digits: 2)
        if fraction != 0 {
            text.append(UInt8(ascii: "."))
            if fraction % 1_000 == 0 {
                text.append(fraction / 1_000, digits: 3)
            } else {
                text.append(fraction, digits: 6)
            }
        }
        text.append(UInt8(ascii: "Z"))
        return text
    }

    /// Reads an RFC 3339 date-time with any offset. Returns nil if the text is anything else.
    ///
    /// Years range from 0001 to 9999. Digits of the fraction beyond the sixth are cut off. A leap
    /// second (`:60`) is refused: PostgreSQL has none.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(Array(text.utf8))
        guard
            let year = reader.number(digits: 4), year >= 1, reader.take("-"),
            let month = reader.number(digits: 2), reader.take("-"),
            let day = reader.number(digits: 2),
            let date = CivilDate(year: year, month: month, day: day),
            reader.take("T") || reader.take("t"),
            let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
            let minute = reader.number(digits: 2), minute < 60, reader.take(":"),
            let second = reader.number(digits: 2), second < 60,
            let fraction = reader.fraction(),
            let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.init(microseconds: seconds * 1_000_000 + fraction)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int64, digits: Int) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

/// Reads numbers of a fixed number of digits from the front of a text.
private struct DigitReader {
    let bytes: [UInt8]
    var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
        else { return nil }
        defer { index += 1 }
        return Int64(bytes[index] - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Microseconds; 0 if there is no fraction.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        guard let first = digit() else { return nil }
        var microseconds = first * 100_000
        var scale: Int64 = 10_000
        while let digit = digit() {
            microseconds += digit * scale
            scale /= 10
        }
        return microseconds
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") {
            sign = 1
        } else if take("-") {
            sign = -1
        } else {
            return nil
        }
        guard
            let hours = number(digits: 2), hours < 24, take(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
