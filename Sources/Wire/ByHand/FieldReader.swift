import FoundationEssentials
public import Identifiers
public import Values

/// Reads fields in order directly from bytes that need not be validated: it checks that what it
/// reads is within every limit, has no duplicate keys and is UTF-8.
///
/// Throws `FallbackNeeded` for anything that this release would not write.
@safe
public struct FieldReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int
    /// The number of maps and arrays around the current position.
    private var depth = 0
    /// The unread entries of the current map.
    private var remaining = 0

    init(_ input: Input, at position: Int, depth: Int = 0) {
        unsafe bytes = input.bytes(at: 0, count: input.count)
        self.position = position
        self.depth = depth
    }

    /// Reads one field.
    @inlinable
    public mutating func read<Value: FieldValue>(
        _ key: StaticString
    ) throws(FallbackNeeded) -> Value {
        guard takeKey(key) else { throw FallbackNeeded() }
        return try Value(from: &self)
    }

    /// Reads one field that may be absent or null.
    @inlinable
    public mutating func readIfPresent<Value: FieldValue>(
        _ key: StaticString
    ) throws(FallbackNeeded) -> Value? {
        guard takeKey(key), !takeNull() else { return nil }
        return try Value(from: &self)
    }

    /// Consumes the next key if it equals `key`.
    @usableFromInline
    mutating func takeKey(_ key: StaticString) -> Bool {
        let length = key.utf8CodeUnitCount
        guard remaining > 0, length < 24, length < left,
            unsafe bytes[position] == Major.text << 5 | UInt8(truncatingIfNeeded: length),
            unsafe ShortBytes.areEqual(
                UnsafeRawBufferPointer(start: start + 1, count: length),
                UnsafeRawBufferPointer(start: key.utf8Start, count: length)
            )
        else { return false }
        position += length + 1
        remaining -= 1
        return true
    }

    @usableFromInline
    mutating func takeNull() -> Bool {
        guard left > 0, unsafe bytes[position] == Item.null else { return false }
        position += 1
        return true
    }

    /// The state of the enclosing map, restored when the current one ends.
    @usableFromInline
    struct OuterMap {
        let remaining: Int
    }

    @usableFromInline
    mutating func beginMap() throws(FallbackNeeded) -> OuterMap {
        let outer = OuterMap(remaining: remaining)
        remaining = try count(Major.map)
        return outer
    }

    @usableFromInline
    mutating func endMap(_ outer: OuterMap) throws(FallbackNeeded) {
        guard remaining == 0 else { throw FallbackNeeded() }
        remaining = outer.remaining
        depth -= 1
    }

    fileprivate mutating func beginArray() throws(FallbackNeeded) -> Int {
        try count(Major.array)
    }

    fileprivate mutating func endArray() {
        depth -= 1
    }

    /// Enters a map or an array and returns its count.
    private mutating func count(_ major: UInt8) throws(FallbackNeeded) -> Int {
        guard depth < Limits.depthMax else { throw FallbackNeeded() }
        depth += 1
        let count = try argument(major)
        guard count <= UInt64(Limits.itemsMax) else { throw FallbackNeeded() }
        return Int(count)
    }
}

// Items.
extension FieldReader {
    @inline(__always)
    private var left: Int { unsafe bytes.count - position }

    @inline(__always)
    private var start: UnsafePointer<UInt8> {
        guard let base = unsafe bytes.baseAddress else { preconditionFailure("there are no bytes") }
        return unsafe (base + position).assumingMemoryBound(to: UInt8.self)
    }

    @inline(__always)
    private func load<Number: FixedWidthInteger>(
        _ type: Number.Type,
        at offset: Int = 0
    ) -> Number {
        unsafe Number(
            bigEndian: bytes.loadUnaligned(fromByteOffset: position + offset, as: type)
        )
    }

    /// Reads a head of that major type.
    @inline(__always)
    fileprivate mutating func argument(_ major: UInt8) throws(FallbackNeeded) -> UInt64 {
        guard left > 0 else { throw FallbackNeeded() }
        let info = unsafe bytes[position] ^ major << 5
        if info < 24 {
            position += 1
            return UInt64(info)
        }
        return try longArgument(info)
    }

    /// Reads the argument that follows a head's first byte; `info` is the byte's lower five bits,
    /// and greater when the major type differs.
    @inline(never)
    private mutating func longArgument(_ info: UInt8) throws(FallbackNeeded) -> UInt64 {
        guard info < 28 else { throw FallbackNeeded() }
        let width = 1 << Int(info - 24)
        guard left > width else { throw FallbackNeeded() }
        position += 1
        defer { position += width }
        return switch width {
        case 1: UInt64(load(UInt8.self))
        case 2: UInt64(load(UInt16.self))
        case 4: UInt64(load(UInt32.self))
        default: load(UInt64.self)
        }
    }

    fileprivate mutating func text() throws(FallbackNeeded) -> String {
        let length = try argument(Major.text)
        guard length <= UInt64(left) else { throw FallbackNeeded() }
        let characters = unsafe UnsafeBufferPointer(start: start, count: Int(length))
        guard unsafe UTF8Check.isValid(UnsafeRawBufferPointer(characters)) else {
            throw FallbackNeeded()
        }
        position += Int(length)
        return unsafe String(decoding: characters, as: UTF8.self)
    }

    fileprivate mutating func integer() throws(FallbackNeeded) -> Int64 {
        guard left > 0 else { throw FallbackNeeded() }
        if unsafe bytes[position] >> 5 == Major.negative {
            guard let magnitude = Int64(exactly: try argument(Major.negative)) else {
                throw FallbackNeeded()
            }
            return ~magnitude
        }
        guard let number = Int64(exactly: try argument(Major.unsigned)) else {
            throw FallbackNeeded()
        }
        return number
    }

    fileprivate mutating func bool() throws(FallbackNeeded) -> Bool {
        guard left > 0 else { throw FallbackNeeded() }
        let byte = unsafe bytes[position]
        guard byte & ~1 == Item.false else { throw FallbackNeeded() }
        position += 1
        return byte == Item.true
    }

    /// The tags that the wire uses.
    enum KnownTag {
        case uuid, instant, amount, reference
    }

    /// Peeks at the tag at the current position.
    func tag() throws(FallbackNeeded) -> KnownTag {
        guard left >= 3 else { throw FallbackNeeded() }
        switch load(UInt16.self) {
        case 0xD825: return .uuid
        case 0xC482: return .amount
        case 0xD9C7 where load(UInt8.self, at: 2) == 1: return .instant
        case 0xD9C7 where load(UInt8.self, at: 2) == 2: return .reference
        default: throw FallbackNeeded()
        }
    }

    mutating func amount() throws(FallbackNeeded) -> Amount {
        guard left >= 2, load(UInt16.self) == 0xC482, depth < Limits.depthMax else {
            throw FallbackNeeded()
        }
        position += 2
        let exponent = try integer()
        let mantissa = try integer()
        guard let amount = Input.amount(mantissa: mantissa, exponent: exponent) else {
            throw FallbackNeeded()
        }
        return amount
    }

    mutating func uuid() throws(FallbackNeeded) -> UUID {
        guard left >= 2, load(UInt16.self) == 0xD825 else { throw FallbackNeeded() }
        position += 2
        return try untaggedUUID()
    }

    private mutating func untaggedUUID() throws(FallbackNeeded) -> UUID {
        guard left >= 17, load(UInt8.self) == 0x50 else { throw FallbackNeeded() }
        defer { position += 17 }
        return unsafe UUID(
            uuid: bytes.loadUnaligned(fromByteOffset: position + 1, as: uuid_t.self)
        )
    }

    mutating func instant() throws(FallbackNeeded) -> Instant {
        guard left >= 3, load(UInt16.self, at: 1) == 0xC701, load(UInt8.self) == 0xD9 else {
            throw FallbackNeeded()
        }
        position += 3
        let microseconds = try integer()
        guard Input.instants.contains(microseconds) else { throw FallbackNeeded() }
        return Instant(microseconds: microseconds)
    }

    mutating func mediaReference() throws(FallbackNeeded) -> MediaReference {
        guard left >= 4, load(UInt32.self) == 0xD9C7_0282, depth < Limits.depthMax else {
            throw FallbackNeeded()
        }
        position += 4
        let media = try untaggedUUID()
        return MediaReference(MediaID(media), variant: try text())
    }
}

// The types of fields.

extension String {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = try reader.text()
    }
}

extension Bool {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = try reader.bool()
    }
}

extension Int {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = Int(try reader.integer())
    }
}

extension Int64 {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = try reader.integer()
    }
}

extension ID {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self.init(try reader.uuid())
    }
}

extension Instant {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = try reader.instant()
    }
}

extension Amount {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = try reader.amount()
    }
}

extension MediaReference {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = try reader.mediaReference()
    }
}

extension Array where Element: FieldValue {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        let count = try reader.beginArray()
        self.init()
        // Reserves space for short lists only: the count of a long one is not trusted in advance.
        if count <= 128 { reserveCapacity(count) }
        for _ in 0..<count { append(try Element(from: &reader)) }
        reader.endArray()
    }
}

extension OpenEnum {
    public init(from reader: inout FieldReader) throws(FallbackNeeded) {
        self = Self(word: try reader.text()) ?? .unknown
    }
}
