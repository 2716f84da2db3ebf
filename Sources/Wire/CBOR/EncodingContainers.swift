import FoundationEssentials
import NIOCore
import Values

/// A place in an encoding where one value is written; the `Encoder` that the value sees.
///
/// Three words, so that it stands inside an existential without an allocation.
@safe
struct EncodingHandle: Encoder {
    let state: UnsafeMutablePointer<EncoderState>
    let slot: Int
    let serial: UInt64

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MapEncodingContainer<Key>(handle: opened(as: type)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayEncodingContainer(handle: opened(.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleEncodingContainer(handle: self)
    }

    func opened<Key: CodingKey>(as type: Key.Type) -> EncodingHandle {
        opened(ObjectIdentifier(type) == DictionaryKeyProbe.key ? .sortedMap : .map)
    }

    func opened(_ kind: EncoderFrame.Kind) -> EncodingHandle {
        unsafe EncodingHandle(
            state: state,
            slot: slot,
            serial: state.pointee.open(kind, slot, serial)
        )
    }

    /// A place whose bytes are put where the output stands at present.
    func nested() -> EncodingHandle {
        let nested = unsafe state.pointee.splice(slot)
        return unsafe EncodingHandle(state: nested, slot: 0, serial: nested.pointee.push())
    }

    /// A place that takes nothing and throws.
    var dead: EncodingHandle {
        unsafe EncodingHandle(state: state, slot: slot, serial: EncoderState.dead)
    }

    @inline(__always)
    func beginEntry() throws {
        try unsafe state.pointee.beginEntry(slot, serial)
    }

    @inline(__always)
    func begin(_ key: some CodingKey) throws {
        try unsafe state.pointee.beginEntry(slot, serial)
        unsafe state.pointee.output.appendText(key.stringValue)
    }

    @inline(__always)
    func writeScalar<Scalar: WireScalar>(_ scalar: Scalar) throws {
        try unsafe scalar.write(to: &state.pointee.output)
    }

    func writeNull() {
        unsafe state.pointee.output.append(Item.null)
    }

    /// Writes a value of the wire's own types; `false` where the value writes itself.
    ///
    /// Sizes are compared first, then types; a cast would cost ten times as much. `level` is how
    /// many maps and arrays of this state stand around the value.
    @inline(__always)
    private func writeKnown<T>(_ value: T, level: Int) throws -> Bool {
        switch MemoryLayout<T>.size {
        case 16:
            if T.self == String.self {
                try unsafe writeScalar(unsafeBitCast(value, to: String.self))
            } else if T.self == UUID.self {
                unsafe state.pointee.output.appendUUID(unsafeBitCast(value, to: UUID.self))
            } else {
                return false
            }
        case 8:
            if T.self == Instant.self {
                try unsafe state.pointee.output.appendInstant(
                    unsafeBitCast(value, to: Instant.self)
                )
            } else if T.self == Int.self {
                try unsafe writeScalar(unsafeBitCast(value, to: Int.self))
            } else if T.self == Amount.self {
                try unsafe state.pointee.checkDepth(of: level)
                unsafe state.pointee.output.appendAmount(unsafeBitCast(value, to: Amount.self))
            } else if T.self == [UInt8].self {
                let bytes = unsafe unsafeBitCast(value, to: [UInt8].self)
                try unsafe bytes.withUnsafeBytes { try unsafe writeBytes($0) }
            } else {
                return false
            }
        default:
            if T.self == ByteBuffer.self {
                let buffer = unsafe unsafeBitCast(value, to: ByteBuffer.self)
                try unsafe buffer.withUnsafeReadableBytes { try unsafe writeBytes($0) }
            } else if T.self == MediaReference.self {
                try unsafe state.pointee.checkDepth(of: level)
                unsafe state.pointee.output.appendMediaReference(
                    unsafeBitCast(value, to: MediaReference.self)
                )
            } else {
                return false
            }
        }
        return true
    }

    private func writeBytes(_ bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count <= Limits.stringBytesMax else { throw EncoderState.tooLarge }
        unsafe state.pointee.output.appendHead(Major.bytes, UInt64(bytes.count))
        unsafe state.pointee.output.append(bytes)
    }

    /// Writes an entry's or an item's value, or the value of this place itself.
    func write<T: Encodable>(_ value: T, intoOwnFrame isOwn: Bool = false) throws {
        if isOwn {
            // The frame becomes single only when the wire itself writes the value: otherwise the
            // value goes on to open what it likes.
            try unsafe state.pointee.passOn(slot, serial)
            if try writeKnown(value, level: slot) {
                try unsafe state.pointee.beginSingle(slot, serial)
            } else {
                try value.encode(to: self)
            }
            return
        }
        if try writeKnown(value, level: slot + 1) { return }
        let place = unsafe EncodingHandle(
            state: state,
            slot: slot + 1,
            serial: state.pointee.push()
        )
        do {
            try value.encode(to: place)
        } catch {
            // Whoever catches it cannot go on: half a value is written.
            unsafe state.pointee.fail(.refused, "\(error)")
            throw error
        }
        unsafe state.pointee.pop()
    }
}

/// Finds the type of the keys that the standard library gives a `[String: X]`: it has no name here.
private enum DictionaryKeyProbe: Encoder {
    case probe

    static let key: ObjectIdentifier? = {
        do {
            try ["": 0].encode(to: probe)
            return nil
        } catch {
            return (error as? Found)?.key
        }
    }()

    struct Found: Error {
        let key: ObjectIdentifier
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MapProbe<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("a dictionary with text keys encodes itself as a map")
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("a dictionary with text keys encodes itself as a map")
    }

    struct MapProbe<Key: CodingKey>: KeyedEncodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }
        private var found: Found { Found(key: ObjectIdentifier(Key.self)) }

        func encodeNil(forKey key: Key) throws { throw found }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw found }
        func encode(_ value: Bool, forKey key: Key) throws { throw found }
        func encode(_ value: String, forKey key: Key) throws { throw found }
        func encode(_ value: Double, forKey key: Key) throws { throw found }
        func encode(_ value: Float, forKey key: Key) throws { throw found }
        func encode(_ value: Int, forKey key: Key) throws { throw found }
        func encode(_ value: Int8, forKey key: Key) throws { throw found }
        func encode(_ value: Int16, forKey key: Key) throws { throw found }
        func encode(_ value: Int32, forKey key: Key) throws { throw found }
        func encode(_ value: Int64, forKey key: Key) throws { throw found }
        func encode(_ value: UInt, forKey key: Key) throws { throw found }
        func encode(_ value: UInt8, forKey key: Key) throws { throw found }
        func encode(_ value: UInt16, forKey key: Key) throws { throw found }
        func encode(_ value: UInt32, forKey key: Key) throws { throw found }
        func encode(_ value: UInt64, forKey key: Key) throws { throw found }
        func nestedContainer<Nested>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            probe.container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            probe.unkeyedContainer()
        }
        func superEncoder() -> any Encoder { probe }
        func superEncoder(forKey key: Key) -> any Encoder { probe }
    }
}

/// A map being written.
struct MapEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let handle: EncodingHandle

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        try handle.begin(key)
        handle.writeNull()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try handle.begin(key)
        try handle.write(value)
    }

    func encode(_ value: Bool, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: String, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try scalar(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try scalar(value, key) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ value: Scalar, _ key: Key) throws {
        try handle.begin(key)
        try handle.writeScalar(value)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let place = nested(WireKey(key)).opened(as: type)
        return KeyedEncodingContainer(MapEncodingContainer<Nested>(handle: place))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ArrayEncodingContainer(handle: nested(WireKey(key)).opened(.array))
    }

    func superEncoder() -> any Encoder {
        nested(WireKey.super)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        nested(WireKey(key))
    }

    private func nested(_ key: WireKey) -> EncodingHandle {
        // Nothing can be thrown here: what is returned throws instead.
        do {
            try handle.begin(key)
            return handle.nested()
        } catch {
            return handle.dead
        }
    }
}

/// An array being written.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
    let handle: EncodingHandle

    var codingPath: [any CodingKey] { [] }
    var count: Int { unsafe handle.state.pointee.count(handle.slot, handle.serial) }

    func encodeNil() throws {
        try handle.beginEntry()
        handle.writeNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try handle.beginEntry()
        try handle.write(value)
    }

    func encode(_ value: Bool) throws { try scalar(value) }
    func encode(_ value: String) throws { try scalar(value) }
    func encode(_ value: Double) throws { try scalar(value) }
    func encode(_ value: Float) throws { try scalar(value) }
    func encode(_ value: Int) throws { try scalar(value) }
    func encode(_ value: Int8) throws { try scalar(value) }
    func encode(_ value: Int16) throws { try scalar(value) }
    func encode(_ value: Int32) throws { try scalar(value) }
    func encode(_ value: Int64) throws { try scalar(value) }
    func encode(_ value: UInt) throws { try scalar(value) }
    func encode(_ value: UInt8) throws { try scalar(value) }
    func encode(_ value: UInt16) throws { try scalar(value) }
    func encode(_ value: UInt32) throws { try scalar(value) }
    func encode(_ value: UInt64) throws { try scalar(value) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ value: Scalar) throws {
        try handle.beginEntry()
        try handle.writeScalar(value)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(MapEncodingContainer<Nested>(handle: nested().opened(as: type)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayEncodingContainer(handle: nested().opened(.array))
    }

    func superEncoder() -> any Encoder {
        nested()
    }

    private func nested() -> EncodingHandle {
        do {
            try handle.beginEntry()
            return handle.nested()
        } catch {
            return handle.dead
        }
    }
}

/// A place for one value.
struct SingleEncodingContainer: SingleValueEncodingContainer {
    let handle: EncodingHandle

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        try begin()
        handle.writeNull()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try handle.write(value, intoOwnFrame: true)
    }

    func encode(_ value: Bool) throws { try scalar(value) }
    func encode(_ value: String) throws { try scalar(value) }
    func encode(_ value: Double) throws { try scalar(value) }
    func encode(_ value: Float) throws { try scalar(value) }
    func encode(_ value: Int) throws { try scalar(value) }
    func encode(_ value: Int8) throws { try scalar(value) }
    func encode(_ value: Int16) throws { try scalar(value) }
    func encode(_ value: Int32) throws { try scalar(value) }
    func encode(_ value: Int64) throws { try scalar(value) }
    func encode(_ value: UInt) throws { try scalar(value) }
    func encode(_ value: UInt8) throws { try scalar(value) }
    func encode(_ value: UInt16) throws { try scalar(value) }
    func encode(_ value: UInt32) throws { try scalar(value) }
    func encode(_ value: UInt64) throws { try scalar(value) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ value: Scalar) throws {
        try begin()
        try handle.writeScalar(value)
    }

    private func begin() throws {
        try unsafe handle.state.pointee.beginSingle(handle.slot, handle.serial)
    }
}
