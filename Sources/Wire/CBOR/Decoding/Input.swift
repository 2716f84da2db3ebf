import FoundationEssentials
import Identifiers
import Values

/// The head of an item.
struct Head {
    var major: UInt8
    /// The lower five bits of the first byte.
    var info: UInt8
    /// The head's argument: a number, length, count, tag or bits.
    var argument: UInt64

    /// The value of a floating-point head.
    var float: Double {
        switch info {
        case 25: HalfFloat.number(bits: UInt16(truncatingIfNeeded: argument))
        case 26: Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument)))
        default: Double(bitPattern: argument)
        }
    }
}

/// The bytes that are being read. Positions beyond the end trap: the functions that expect an item
/// may only read what `Validator` has checked.
@safe
struct Input {
    private let base: UnsafeRawPointer?
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe base = bytes.baseAddress
        count = bytes.count
    }

    /// An empty input.
    init() {
        unsafe base = nil
        count = 0
    }

    @inline(__always)
    private func check(_ position: Int, _ length: Int) -> UnsafeRawPointer {
        guard let base = unsafe base, position >= 0, length >= 0, length <= count - position else {
            preconditionFailure("read beyond the end")
        }
        return unsafe base
    }

    @inline(__always)
    subscript(position: Int) -> UInt8 {
        unsafe check(position, 1).load(fromByteOffset: position, as: UInt8.self)
    }

    @inline(__always)
    func bytes(at position: Int, count length: Int) -> UnsafeRawBufferPointer {
        guard length > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        return unsafe UnsafeRawBufferPointer(
            start: check(position, length) + position,
            count: length
        )
    }

    @inline(__always)
    func number<Number: FixedWidthInteger>(at position: Int, as type: Number.Type) -> Number {
        unsafe Number(
            bigEndian: check(position, MemoryLayout<Number>.size)
                .loadUnaligned(fromByteOffset: position, as: type)
        )
    }
}

// The following functions expect validated items.
extension Input {
    @inline(__always)
    func head(at position: inout Int) -> Head {
        let first = self[position]
        position += 1
        let info = first & 0x1F
        guard info >= 24 else { return Head(major: first >> 5, info: info, argument: UInt64(info)) }
        return Head(major: first >> 5, info: info, argument: longArgument(info, at: &position))
    }

    private func longArgument(_ info: UInt8, at position: inout Int) -> UInt64 {
        let width = 1 << Int(info - 24)
        defer { position += width }
        return switch width {
        case 1: UInt64(self[position])
        case 2: UInt64(number(at: position, as: UInt16.self))
        case 4: UInt64(number(at: position, as: UInt32.self))
        default: number(at: position, as: UInt64.self)
        }
    }

    /// Moves past a number of items.
    func skip(_ items: Int = 1, at position: inout Int) {
        var pending = items
        while pending > 0 {
            pending -= 1
            let head = head(at: &position)
            switch head.major {
            case Major.bytes, Major.text: position += Int(head.argument)
            case Major.array: pending += Int(head.argument)
            case Major.map: pending += 2 * Int(head.argument)
            case Major.tag: pending += 1
            default: break
            }
        }
    }

    /// The kind of item at a position, in words for an error.
    func kind(at position: Int) -> String {
        var position = position
        let head = head(at: &position)
        switch head.major {
        case Major.unsigned, Major.negative: return "a whole number"
        case Major.bytes: return "bytes"
        case Major.text: return "a text"
        case Major.array: return "an array"
        case Major.map: return "a map"
        case Major.tag: return "tag \(head.argument)"
        default:
            switch head.info {
            case 20, 21: return "true or false"
            case 22: return "null"
            case 25...27: return "a floating-point number"
            default: return "a simple value"
            }
        }
    }

    func isNull(at position: Int) -> Bool {
        self[position] == Item.null || self[position] == Item.undefined
    }

    /// Reads a byte string; `nil` for any other item.
    func byteString(at position: inout Int) -> UnsafeRawBufferPointer? {
        guard self[position] >> 5 == Major.bytes else { return nil }
        let head = head(at: &position)
        defer { position += Int(head.argument) }
        return unsafe bytes(at: position, count: Int(head.argument))
    }

    /// Consumes a head with that tag; `false` when there is none.
    private func take(_ tag: UInt64, at position: inout Int) -> Bool {
        guard self[position] >> 5 == Major.tag else { return false }
        return head(at: &position).argument == tag
    }

    /// Consumes the head of an array of two items; `false` when there is none.
    private func takePair(at position: inout Int) -> Bool {
        guard self[position] >> 5 == Major.array else { return false }
        return head(at: &position).argument == 2
    }

    func uuid(at position: inout Int) -> UUID? {
        guard let bytes = unsafe uuidBytes(at: &position) else { return nil }
        return unsafe UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    /// Returns the 16 bytes of a tagged UUID, and moves past them.
    @inline(__always)
    func uuidBytes(at position: inout Int) -> UnsafeRawPointer? {
        // The common case: the tag and the head in their shortest forms.
        if count - position >= 19 {
            let place = unsafe check(position, 19) + position
            let tag = unsafe place.loadUnaligned(as: UInt16.self)
            let head = unsafe place.load(fromByteOffset: 2, as: UInt8.self)
            if tag == (0xD825 as UInt16).bigEndian, head == 0x50 {
                position += 19
                return unsafe place + 3
            }
        }
        return unsafe longUUIDBytes(at: &position)
    }

    @inline(never)
    private func longUUIDBytes(at position: inout Int) -> UnsafeRawPointer? {
        guard take(Tag.uuid, at: &position) else { return nil }
        return unsafe untaggedUUIDBytes(at: &position)
    }

    /// Returns the content of a byte string of 16 bytes, and moves past it.
    private func untaggedUUIDBytes(at position: inout Int) -> UnsafeRawPointer? {
        guard let bytes = unsafe byteString(at: &position), bytes.count == 16 else { return nil }
        return bytes.baseAddress
    }

    /// The instants that RFC 3339 can express: from year 1 to year 9999.
    static let instants: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

    func instant(at position: inout Int) -> Instant? {
        guard take(Tag.instant, at: &position) else { return nil }
        guard let microseconds = Int64.read(from: self, at: &position),
            Self.instants.contains(microseconds)
        else { return nil }
        return Instant(microseconds: microseconds)
    }

    /// Accepts any exponent with which the number is a whole number of millionths.
    func amount(at position: inout Int) -> Amount? {
        guard take(Tag.decimalFraction, at: &position), takePair(at: &position),
            let exponent = Int64.read(from: self, at: &position),
            let mantissa = Int64.read(from: self, at: &position)
        else { return nil }
        return Self.amount(mantissa: mantissa, exponent: exponent)
    }

    static func amount(mantissa: Int64, exponent: Int64) -> Amount? {
        var mantissa = mantissa
        guard mantissa != 0 else { return Amount(millionths: 0) }
        // Beyond these no mantissa other than 0 fits.
        guard (-25...12).contains(exponent) else { return nil }
        var shift = exponent + 6
        while shift < 0 {
            guard mantissa % 10 == 0 else { return nil }
            mantissa /= 10
            shift += 1
        }
        while shift > 0 {
            let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            mantissa = product
            shift -= 1
        }
        return Amount(millionths: mantissa)
    }

    func mediaReference(at position: inout Int) -> MediaReference? {
        guard take(Tag.mediaReference, at: &position), takePair(at: &position),
            let media = unsafe untaggedUUIDBytes(at: &position),
            let variant = String.read(from: self, at: &position)
        else { return nil }
        let uuid = unsafe UUID(uuid: media.loadUnaligned(as: uuid_t.self))
        return MediaReference(.init(uuid), variant: variant)
    }
}
