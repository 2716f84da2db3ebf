import Synchronization

/// Identifies a request as it passes through the cluster (W3C Trace Context, level 1).
public struct TraceContext: Hashable, Sendable {
    /// The high and low halves of the trace id, not both 0.
    private let high: UInt64
    private let low: UInt64
    /// The calling hop, not 0.
    private let parent: UInt64

    /// The length of every `traceparent` written here.
    static let textBytes = 55

    /// 32 hexadecimal digits in lower case, not all zero.
    public var traceID: String {
        String(unsafeUninitializedCapacity: 32) { digits in
            Self.write(high, to: UnsafeMutableRawBufferPointer(digits), at: 0)
            Self.write(low, to: UnsafeMutableRawBufferPointer(digits), at: 16)
            return 32
        }
    }

    /// 16 hexadecimal digits in lower case, not all zero: the calling hop.
    public var parentID: String {
        String(unsafeUninitializedCapacity: 16) { digits in
            Self.write(parent, to: UnsafeMutableRawBufferPointer(digits), at: 0)
            return 16
        }
    }

    /// Starts a new trace.
    public init() {
        high = Self.fresh()
        low = Self.fresh()
        parent = Self.fresh()
    }

    /// Parses a `traceparent`; returns `nil` when it is malformed, and then a new trace must be
    /// started.
    public init?(traceparent: String) {
        var text = traceparent
        let read = text.withUTF8 { Self(traceparent: UnsafeRawBufferPointer($0)) }
        guard let read else { return nil }
        self = read
    }

    /// Parses the bytes of a `traceparent`.
    init?(traceparent text: UnsafeRawBufferPointer) {
        let dash = UInt8(ascii: "-")
        guard
            text.count >= Self.textBytes, text[2] == dash, text[35] == dash, text[52] == dash,
            let version = Self.byte(text, at: 0), version != 0xFF,
            text.count == Self.textBytes || (version != 0 && text[Self.textBytes] == dash),
            let high = Self.word(text, at: 3), let low = Self.word(text, at: 19),
            high != 0 || low != 0,
            let parent = Self.word(text, at: 36), parent != 0,
            Self.byte(text, at: 53) != nil
        else { return nil }
        self.high = high
        self.low = low
        self.parent = parent
    }

    /// The header's value: `00-<trace id>-<parent id>-01`.
    public var traceparent: String {
        String(unsafeUninitializedCapacity: Self.textBytes) { text in
            write(to: UnsafeMutableRawBufferPointer(text))
            return Self.textBytes
        }
    }

    /// Writes the header's value into `textBytes` bytes.
    func write(to text: UnsafeMutableRawBufferPointer) {
        let dash = UInt8(ascii: "-")
        text[0] = UInt8(ascii: "0")
        text[1] = UInt8(ascii: "0")
        text[2] = dash
        Self.write(high, to: text, at: 3)
        Self.write(low, to: text, at: 19)
        text[35] = dash
        Self.write(parent, to: text, at: 36)
        text[52] = dash
        text[53] = UInt8(ascii: "0")
        text[54] = UInt8(ascii: "1")
    }
}

extension TraceContext {
    /// The state of this process' number generator, from a random start. Traces are no secrets, and
    /// asking the system three times for each call costs more than a call.
    private static let place = Atomic<UInt64>(.random(in: 0 ... .max))

    /// Returns the next number of the SplitMix64 sequence that is not 0.
    private static func fresh() -> UInt64 {
        let step: UInt64 = 0x9E37_79B9_7F4A_7C15
        var word = place.wrappingAdd(step, ordering: .relaxed).newValue
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        word ^= word >> 31
        return word == 0 ? step : word
    }

    /// Writes sixteen hexadecimal digits.
    private static func write(
        _ word: UInt64,
        to text: UnsafeMutableRawBufferPointer,
        at start: Int
    ) {
        text.storeBytes(of: digits(UInt32(word >> 32)), toByteOffset: start, as: UInt64.self)
        text.storeBytes(
            of: digits(UInt32(truncatingIfNeeded: word)),
            toByteOffset: start + 8,
            as: UInt64.self
        )
    }

    /// Parses sixteen hexadecimal digits in lower case; returns `nil` for any other characters.
    private static func word(_ text: UnsafeRawBufferPointer, at start: Int) -> UInt64? {
        guard let high = half(text.loadUnaligned(fromByteOffset: start, as: UInt64.self)),
            let low = half(text.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
        else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// Parses two hexadecimal digits in lower case; returns `nil` for any other characters.
    private static func byte(_ text: UnsafeRawBufferPointer, at start: Int) -> UInt32? {
        let digits = text.loadUnaligned(fromByteOffset: start, as: UInt16.self).littleEndian
        return half((UInt64(digits) << 48 | 0x3030_3030_3030).littleEndian)
    }

    /// Returns a number as eight digits in memory order, computed all at once instead of one by
    /// one.
    private static func digits(_ number: UInt32) -> UInt64 {
        var nibbles = UInt64(number)
        nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
        // If a nibble is 10 or more, this sum sets its byte's highest bit.
        let letters = (nibbles + 0x7676_7676_7676_7676) >> 7 & 0x0101_0101_0101_0101
        return (nibbles + 0x3030_3030_3030_3030 + letters * 0x27).bigEndian
    }

    /// Parses eight digits in memory order; returns `nil` unless `digits` turns the number into the
    /// same ones.
    private static func half(_ text: UInt64) -> UInt32? {
        let letters = UInt64(bigEndian: text) >> 6 & 0x0101_0101_0101_0101
        var nibbles = UInt64(bigEndian: text) & 0x0F0F_0F0F_0F0F_0F0F
        // A letter's low half is 1 to 6; the comparison below catches other characters.
        nibbles = (nibbles &+ letters &* 9) & 0x0F0F_0F0F_0F0F_0F0F
        nibbles = (nibbles >> 4 | nibbles) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles >> 8 | nibbles) & 0x0000_FFFF_0000_FFFF
        let number = UInt32(truncatingIfNeeded: nibbles >> 16 | nibbles)
        return digits(number) == text ? number : nil
    }
}
