import FoundationEssentials
import Values

// The JSON forms of values.
extension ByteWriter {
    mutating func appendCharacters(of text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    mutating func appendDecimal(_ number: UInt64, isNegative: Bool) {
        if isNegative { append(UInt8(ascii: "-")) }
        if number < 10 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
        } else {
            unsafe append(upTo: 20) { unsafe Self.writeDecimal(number, to: $0) }
        }
    }

    /// Writes a number of at least two digits, two at a time from the end.
    @inline(never)
    private static func writeDecimal(_ number: UInt64, to target: UnsafeMutableRawPointer) -> Int {
        var length = 2
        var bound: UInt64 = 100
        while number >= bound {
            length += 1
            if length == 20 { break }
            bound *= 10
        }
        var rest = number
        var index = length
        while rest >= 10 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            let (tens, ones) = UInt32(truncatingIfNeeded: pair)
                .quotientAndRemainder(dividingBy: 10)
            let digits = 0x3030 | UInt16(truncatingIfNeeded: tens | ones << 8)
            index -= 2
            unsafe target.storeBytes(
                of: digits.littleEndian,
                toByteOffset: index,
                as: UInt16.self
            )
            rest = quotient
        }
        if index > 0 {
            unsafe target.storeBytes(
                of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest),
                as: UInt8.self
            )
        }
        return length
    }

    /// Writes `1` for 1.0, as other JSON encoders do.
    mutating func appendShortest(_ number: Double) {
        let text = number.description
        appendCharacters(of: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Writes a JSON string of the 36 characters of RFC 9562 §4, in lowercase.
    @inline(__always)
    mutating func appendUUIDText(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == 16, "not a UUID")
        unsafe append(upTo: 38) { target in
            let first = Self.hexDigits(of: unsafe bytes.loadUnaligned(as: UInt32.self))
            let second = Self.hexDigits(
                of: unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
            )
            let third = Self.hexDigits(
                of: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            )
            let fourth = Self.hexDigits(
                of: unsafe bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
            )
            // The hyphens overwrite what overlaps.
            unsafe target.storeBytes(of: first, toByteOffset: 1, as: UInt64.self)
            unsafe target.storeBytes(of: second, toByteOffset: 10, as: UInt64.self)
            unsafe target.storeBytes(
                of: UInt32(truncatingIfNeeded: second >> 32),
                toByteOffset: 15,
                as: UInt32.self
            )
            unsafe target.storeBytes(of: third, toByteOffset: 20, as: UInt64.self)
            unsafe target.storeBytes(
                of: UInt32(truncatingIfNeeded: third >> 32),
                toByteOffset: 25,
                as: UInt32.self
            )
            unsafe target.storeBytes(of: fourth, toByteOffset: 29, as: UInt64.self)
            unsafe target.storeBytes(of: 0x2D, toByteOffset: 9, as: UInt8.self)
            unsafe target.storeBytes(of: 0x2D, toByteOffset: 14, as: UInt8.self)
            unsafe target.storeBytes(of: 0x2D, toByteOffset: 19, as: UInt8.self)
            unsafe target.storeBytes(of: 0x2D, toByteOffset: 24, as: UInt8.self)
            unsafe target.storeBytes(of: 0x22, toByteOffset: 0, as: UInt8.self)
            unsafe target.storeBytes(of: 0x22, toByteOffset: 37, as: UInt8.self)
            return 38
        }
    }

    /// The eight hex digits of four bytes in memory order, the first in the lowest byte.
    @inline(__always)
    private static func hexDigits(of bytes: UInt32) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Each nibble gets its own byte, the first the highest.
        var nibbles = UInt64(UInt32(bigEndian: bytes))
        nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = ((nibbles &+ ones &* 6) >> 4) & ones
        let digits = nibbles &+ ones &* 0x30 &+ letters &* 39
        return digits.byteSwapped.littleEndian
    }

    /// Writes a JSON string of the moment in RFC 3339, the same as `Instant`'s description.
    mutating func appendRFC3339(_ instant: Instant) {
        let (date, inDay) = CivilDate.split(instant.microseconds, unitsADay: 86_400_000_000)
        let second = UInt32(truncatingIfNeeded: inDay / 1_000_000)
        let fraction = UInt32(truncatingIfNeeded: inDay % 1_000_000)
        let year = UInt32(truncatingIfNeeded: date.year)
        unsafe append(upTo: 29) { target in
            func put(_ byte: UInt8, _ offset: Int) {
                unsafe target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            }
            func put(two number: UInt32, _ offset: Int) {
                put(0x30 + UInt8(truncatingIfNeeded: number / 10), offset)
                put(0x30 + UInt8(truncatingIfNeeded: number % 10), offset + 1)
            }
            put(UInt8(ascii: "\""), 0)
            put(two: year / 100, 1)
            put(two: year % 100, 3)
            put(UInt8(ascii: "-"), 5)
            put(two: UInt32(truncatingIfNeeded: date.month), 6)
            put(UInt8(ascii: "-"), 8)
            put(two: UInt32(truncatingIfNeeded: date.day), 9)
            put(UInt8(ascii: "T"), 11)
            put(two: second / 3_600, 12)
            put(UInt8(ascii: ":"), 14)
            put(two: second / 60 % 60, 15)
            put(UInt8(ascii: ":"), 17)
            put(two: second % 60, 18)
            var end = 20
            if fraction != 0 {
                put(UInt8(ascii: "."), 20)
                put(two: fraction / 10_000, 21)
                put(two: fraction / 100 % 100, 23)
                put(two: fraction % 100, 25)
                end = fraction % 1_000 == 0 ? 24 : 27
            }
            put(UInt8(ascii: "Z"), end)
            put(UInt8(ascii: "\""), end + 1)
            return end + 2
        }
    }

    /// Writes a JSON string and then the character `end`, if the text is ASCII and needs no
    /// escapes; returns `false`, having written nothing, when it might. `readable` bytes from the
    /// text's beginning can be read.
    @inline(__always)
    mutating func appendPlain(
        _ text: UnsafeRawPointer,
        _ length: Int,
        readable: Int,
        end: UInt8
    ) -> Bool {
        var marks: UInt64 = 0
        unsafe append(upTo: length + 16) { target in
            unsafe target.storeBytes(of: 0x22, as: UInt8.self)
            let target = unsafe target + 1
            if length >= 8 {
                var index = 0
                while index + 8 < length {
                    unsafe marks |= Self.copyWord(of: text, to: target, at: index)
                    index += 8
                }
                // The last eight may overlap those before.
                unsafe marks |= Self.copyWord(of: text, to: target, at: length - 8)
            } else if readable >= 8 {
                let word = unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
                // What follows the text is replaced by blanks.
                let mask: UInt64 = (1 &<< UInt64(8 * length)) &- 1
                marks = Self.marks(word & mask | 0x2020_2020_2020_2020 & ~mask)
                unsafe target.storeBytes(of: word.littleEndian, as: UInt64.self)
            } else {
                for index in 0..<length {
                    let byte = unsafe text.load(fromByteOffset: index, as: UInt8.self)
                    marks |= Self.marks(0x2020_2020_2020_2000 | UInt64(byte))
                    unsafe target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
                }
            }
            guard marks & 0x8080_8080_8080_8080 == 0 else { return 0 }
            unsafe target.storeBytes(
                of: (UInt16(end) << 8 | 0x22).littleEndian,
                toByteOffset: length,
                as: UInt16.self
            )
            return length + 3
        }
        return marks & 0x8080_8080_8080_8080 == 0
    }

    /// Copies eight bytes, and returns their marks.
    @inline(__always)
    private static func copyWord(
        of text: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer,
        at index: Int
    ) -> UInt64 {
        let word = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        unsafe target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        return marks(word)
    }

    @inline(__always)
    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
    }

    /// Writes a JSON string: runs of plain characters are copied, the others escaped.
    mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        var written = 0
        var index = 0
        while index < text.count {
            if index + 8 <= text.count {
                let word = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if Self.isPlain(word) {
                    index += 8
                    continue
                }
            }
            let byte = unsafe text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                unsafe append(UnsafeRawBufferPointer(rebasing: text[written..<index]))
                appendEscaped(byte)
                written = index + 1
            }
            index += 1
        }
        unsafe append(UnsafeRawBufferPointer(rebasing: text[written...]))
        append(UInt8(ascii: "\""))
    }

    /// Whether none of eight bytes needs an escape; may return `false` for plain bytes, never
    /// `true` for others.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        marks(word) & 0x8080_8080_8080_8080 == 0
    }

    /// Sets the highest bit of each byte that may need an escape.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* 0x22
        let slashes = word ^ ones &* 0x5C
        return word &- ones &* 0x20 | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
            | word
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        default:
            append("\\u00")
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 0xF))
        }
    }

    mutating func appendBase64(_ bytes: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        var index = 0
        while index < bytes.count {
            let length = min(3, bytes.count - index)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8
                if offset < length { unsafe group |= UInt32(bytes[index + offset]) }
            }
            for digit in 0..<4 {
                append(
                    digit <= length
                        ? Self.base64Digit(UInt8(group >> (18 - 6 * UInt32(digit)) & 0x3F))
                        : UInt8(ascii: "=")
                )
            }
            index += 3
        }
        append(UInt8(ascii: "\""))
    }

    private static func base64Digit(_ number: UInt8) -> UInt8 {
        switch number {
        case 0..<26: UInt8(ascii: "A") + number
        case 26..<52: UInt8(ascii: "a") + number - 26
        case 52..<62: UInt8(ascii: "0") + number - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
