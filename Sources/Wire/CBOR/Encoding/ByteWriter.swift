import FoundationEssentials
import Identifiers
@_spi(CustomByteBufferAllocator) import NIOCore
import Values

#if canImport(Glibc)
import Glibc
#endif

/// An output buffer: raw memory that doubles when it is full.
///
/// A `ByteBuffer` or an array written in small steps costs two to three times as much. The owner
/// must deallocate it.
///
/// Invariant: `0 <= count <= capacity`, and `base` has room for `capacity` bytes.
@safe
struct ByteWriter {
    private var base: UnsafeMutableRawPointer
    private(set) var count = 0
    private(set) var capacity: Int

    init(capacity: Int) {
        unsafe base = .allocate(byteCount: capacity, alignment: 8)
        self.capacity = capacity
    }

    func deallocate() {
        unsafe base.deallocate()
    }

    /// The bytes written so far; valid until the next change.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// A copy of the bytes in a buffer of exactly their size.
    func copied() -> ByteBuffer {
        guard count > 0 else { return ByteBuffer() }
        guard let copy = unsafe malloc(count) else {
            preconditionFailure("no memory for a message of \(count) bytes")
        }
        unsafe copy.copyMemory(from: base, byteCount: count)
        return unsafe ByteBuffer(
            takingOwnershipOf: UnsafeMutableRawBufferPointer(start: copy, count: count),
            allocator: ByteBufferAllocator()
        )
    }

    /// Removes all bytes, and frees memory beyond `capacityMax`.
    mutating func reset(capacityMax: Int) {
        count = 0
        guard capacity > capacityMax else { return }
        unsafe base.deallocate()
        unsafe base = .allocate(byteCount: capacityMax, alignment: 8)
        capacity = capacityMax
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - count < more { self = larger(by: more) }
    }

    /// A copy with more capacity, which replaces this one. Not mutating, so that the address of a
    /// writer used in a loop does not escape and its members can stay in registers.
    @inline(never)
    private func larger(by more: Int) -> ByteWriter {
        var larger = ByteWriter(capacity: max(capacity * 2, count + more))
        unsafe larger.base.copyMemory(from: base, byteCount: count)
        larger.count = count
        deallocate()
        return larger
    }

    /// Lets `write` write up to `most` bytes; it returns how many it wrote.
    @inline(__always)
    mutating func append(upTo most: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
        reserve(most)
        let written = unsafe write(base + count)
        precondition(written <= most, "more was written than there was room for")
        count += written
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe ShortBytes.copy(bytes.count, from: start, to: base + count)
        count += bytes.count
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a fixed-width number, most significant byte first.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        reserve(MemoryLayout<Number>.size)
        unsafe base.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }

    /// Replaces one byte.
    mutating func set(_ byte: UInt8, at offset: Int) {
        precondition(offset >= 0 && offset < count, "a byte outside of what was written")
        unsafe base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    }

    /// Sets the count of a map or an array, for whose head one byte was reserved, and moves the
    /// content when the head needs more; returns by how many bytes.
    @inline(__always)
    @discardableResult
    mutating func setHead(_ major: UInt8, _ count: Int, at offset: Int) -> Int {
        guard count > 23 else {
            set(major << 5 | UInt8(truncatingIfNeeded: count), at: offset)
            return 0
        }
        return setLongHead(major, count, at: offset)
    }

    @inline(never)
    private mutating func setLongHead(_ major: UInt8, _ count: Int, at offset: Int) -> Int {
        let width = count <= 0xFF ? 1 : count <= 0xFFFF ? 2 : 4
        makeRoom(width, at: offset + 1)
        set(major << 5 | (width == 1 ? 24 : width == 2 ? 25 : 26), at: offset)
        for index in 0..<width {
            set(
                UInt8(truncatingIfNeeded: count >> (8 * (width - 1 - index))),
                at: offset + 1 + index
            )
        }
        return width
    }

    /// Discards the bytes from `offset` on.
    mutating func truncate(to offset: Int) {
        precondition(offset >= 0 && offset <= count, "more than was written")
        count = offset
    }

    /// Moves the bytes from `offset` on by `more`, leaving undefined content in the gap.
    mutating func makeRoom(_ more: Int, at offset: Int) {
        precondition(offset >= 0 && offset <= count, "room outside of what was written")
        reserve(more)
        unsafe (base + offset + more).copyMemory(from: base + offset, byteCount: count - offset)
        count += more
    }

    /// Overwrites the bytes from `offset` on.
    mutating func replace(at offset: Int, with bytes: [UInt8]) {
        precondition(offset >= 0 && offset + bytes.count <= count, "bytes outside of the output")
        unsafe bytes.withUnsafeBytes {
            guard let start = $0.baseAddress else { return }
            unsafe (base + offset).copyMemory(from: start, byteCount: $0.count)
        }
    }
}

extension ByteWriter {
    /// Writes an item's head in its shortest form.
    @inline(__always)
    mutating func appendHead(_ major: UInt8, _ argument: UInt64) {
        let major = major << 5
        if argument < 24 {
            append(major | UInt8(truncatingIfNeeded: argument))
        } else {
            appendLongHead(major, argument)
        }
    }

    @inline(never)
    private mutating func appendLongHead(_ major: UInt8, _ argument: UInt64) {
        if argument <= 0xFF {
            append(major | 24)
            append(UInt8(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF {
            append(major | 25)
            append(bigEndian: UInt16(truncatingIfNeeded: argument))
        } else if argument <= 0xFFFF_FFFF {
            append(major | 26)
            append(bigEndian: UInt32(truncatingIfNeeded: argument))
        } else {
            append(major | 27)
            append(bigEndian: argument)
        }
    }

    @inline(__always)
    mutating func appendInteger(_ number: Int64) {
        if number >= 0 {
            appendHead(Major.unsigned, UInt64(number))
        } else {
            appendHead(Major.negative, ~UInt64(bitPattern: number))
        }
    }

    /// Writes a text whose length the caller has checked.
    @inline(__always)
    mutating func appendText(_ text: String) {
        var text = text
        text.withUTF8 {
            appendHead(Major.text, UInt64($0.count))
            unsafe append(UnsafeRawBufferPointer($0))
        }
    }

    /// Writes a key.
    @inline(__always)
    mutating func appendKey(_ key: StaticString) {
        let length = key.utf8CodeUnitCount
        appendHead(Major.text, UInt64(length))
        reserve(length)
        unsafe ShortBytes.copy(length, from: key.utf8Start, to: base + count)
        count += length
    }

    /// Writes a key.
    @inline(__always)
    mutating func append(_ name: UnsafePointer<KeyNames.Name>) {
        let words = unsafe name.pointee.words
        reserve(MemoryLayout.size(ofValue: words))
        // Always copies all of it: the next write overwrites what is after the name.
        unsafe (base + count).storeBytes(of: words.0, as: UInt64.self)
        unsafe (base + count).storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
        unsafe (base + count).storeBytes(of: words.2, toByteOffset: 16, as: UInt64.self)
        count += unsafe 1 + Int(name.pointee.length)
    }

    /// Writes a number in the shortest of the three widths that keeps it exactly; every NaN the
    /// same.
    mutating func appendDouble(_ number: Double) {
        let single = Float(number)
        if number.isNaN {
            append(0xF9)
            append(bigEndian: 0x7E00 as UInt16)
        } else if Double(single) != number {
            append(0xFB)
            append(bigEndian: number.bitPattern)
        } else if let half = HalfFloat.bits(of: single) {
            append(0xF9)
            append(bigEndian: half)
        } else {
            append(0xFA)
            append(bigEndian: single.bitPattern)
        }
    }

    mutating func appendUUID(_ uuid: UUID) {
        reserve(19)
        unsafe base.storeBytes(
            of: (0xD825 as UInt16).bigEndian,
            toByteOffset: count,
            as: UInt16.self
        )
        unsafe base.storeBytes(of: 0x50, toByteOffset: count + 2, as: UInt8.self)
        unsafe base.storeBytes(of: uuid.uuid, toByteOffset: count + 3, as: uuid_t.self)
        count += 19
    }

    /// Writes the 16 bytes as a byte string.
    private mutating func appendBytes(of uuid: UUID) {
        appendHead(Major.bytes, 16)
        unsafe withUnsafeBytes(of: uuid.uuid) { unsafe append($0) }
    }

    mutating func appendInstant(_ instant: Instant) throws(WireEncodingError) {
        guard Input.instants.contains(instant.microseconds) else {
            throw WireEncodingError(.refused, "An instant is outside the years 1 to 9999.")
        }
        appendHead(Major.tag, Tag.instant)
        appendInteger(instant.microseconds)
    }

    /// Writes an amount with the smallest mantissa: 1.5 as 15 × 10⁻¹, 1200 as 12 × 10², 0 as 0 ×
    /// 10⁰.
    mutating func appendAmount(_ amount: Amount) {
        var mantissa = amount.millionths
        var exponent: Int64 = mantissa == 0 ? 0 : -6
        while mantissa != 0, mantissa % 10 == 0 {
            mantissa /= 10
            exponent += 1
        }
        appendHead(Major.tag, Tag.decimalFraction)
        appendHead(Major.array, 2)
        appendInteger(exponent)
        appendInteger(mantissa)
    }

    mutating func appendMediaReference(_ reference: MediaReference) {
        appendHead(Major.tag, Tag.mediaReference)
        appendHead(Major.array, 2)
        appendBytes(of: reference.media.uuid)
        appendText(reference.variant)
    }
}

/// Half-precision numbers as bits, because `Float16` is not available on every platform.
enum HalfFloat {
    /// Returns `nil` when the number would change.
    static func bits(of number: Float) -> UInt16? {
        let bits = number.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16 & 0x8000)
        let fraction = bits & 0x7F_FFFF
        switch Int(bits >> 23 & 0xFF) {
        case 0:
            // A subnormal single is far below the smallest half.
            return fraction == 0 ? sign : nil
        case 0xFF:
            return fraction == 0 ? sign | 0x7C00 : nil
        case let exponent where (113...142).contains(exponent):
            guard fraction & 0x1FFF == 0 else { return nil }
            return sign | UInt16(exponent - 112) << 10 | UInt16(fraction >> 13)
        case let exponent where (103...112).contains(exponent):
            let shift = UInt32(126 - exponent)
            let significand = fraction | 0x80_0000
            guard significand & (1 << shift - 1) == 0 else { return nil }
            return sign | UInt16(significand >> shift)
        default:
            return nil
        }
    }

    static func number(bits: UInt16) -> Double {
        let fraction = Double(bits & 0x3FF)
        let magnitude: Double
        switch bits >> 10 & 0x1F {
        case 0: magnitude = fraction * 0x1p-24
        case 0x1F: magnitude = fraction == 0 ? .infinity : .nan
        case let exponent:
            magnitude = Double(
                sign: .plus,
                exponent: Int(exponent) - 15,
                significand: 1 + fraction / 1_024
            )
        }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }
}
