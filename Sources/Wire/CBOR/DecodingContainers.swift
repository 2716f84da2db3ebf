import FoundationEssentials
import NIOCore
import Values

/// One value being read; the `Decoder` that its type sees.
///
/// Three words, so that it stands inside an existential without an allocation.
@safe
struct DecodingHandle: Decoder {
    let state: UnsafeMutablePointer<DecoderState>
    let slot: Int
    let serial: UInt64

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] {
        guard unsafe state.pointee.isLive(slot, serial) else { return [] }
        return unsafe state.pointee.path(to: slot)
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try open(.map)
        return KeyedDecodingContainer(MapDecodingContainer<Key>(handle: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try open(.array)
        return ArrayDecodingContainer(handle: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try check()
        return SingleDecodingContainer(handle: self)
    }

    /// Throws where the decoding that this belongs to is over.
    @inline(__always)
    func check() throws {
        guard unsafe state.pointee.isLive(slot, serial) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "A container was used after its value.")
            )
        }
    }

    func open(_ kind: DecoderFrame.Kind) throws {
        try check()
        guard unsafe state.pointee.open(kind, slot) else {
            throw unsafe mismatch(
                kind == .map ? [String: Any].self : [Any].self,
                expected: kind == .map ? "a map" : "an array",
                at: state.pointee[slot].start,
                path: codingPath
            )
        }
    }

    /// Opens another frame, which lasts until this one is closed or releases it.
    func nested(at start: Int, _ label: DecoderFrame.Label) -> DecodingHandle {
        let next = unsafe state.pointee.nextSlot
        return unsafe DecodingHandle(
            state: state,
            slot: next,
            serial: state.pointee.push(at: start, label: label, parent: slot)
        )
    }

    func mismatch(
        _ type: any Any.Type,
        expected: String,
        at start: Int,
        path: [any CodingKey]
    ) -> DecodingError {
        let kind = unsafe state.pointee.input.kind(at: start)
        return .typeMismatch(
            type,
            .init(codingPath: path, debugDescription: "Expected \(expected), found \(kind).")
        )
    }

    /// Reads the scalar that begins at an offset, or throws what stands there instead.
    @inline(__always)
    func readScalar<Scalar: WireScalar>(
        _ type: Scalar.Type,
        at start: Int,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> Scalar {
        unsafe state.pointee.position = start
        guard
            let scalar = unsafe Scalar.read(
                from: state.pointee.input,
                at: &state.pointee.position
            )
        else { throw mismatch(type, expected: type.expectation, at: start, path: path()) }
        return scalar
    }

    /// Reads a value of one of the wire's own types; `nil` where the type reads itself.
    ///
    /// Sizes are compared first, then types; a cast would cost ten times as much.
    @inline(__always)
    private func readKnown<T>(
        _ type: T.Type,
        at start: Int,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> T? {
        func known<Known>(_ expected: String, _ read: (Input, inout Int) -> Known?) throws -> T {
            var position = start
            guard let value = unsafe read(state.pointee.input, &position) else {
                throw mismatch(type, expected: expected, at: start, path: path())
            }
            unsafe state.pointee.position = position
            return unsafe unsafeBitCast(value, to: T.self)
        }
        switch MemoryLayout<T>.size {
        case 16:
            if T.self == String.self {
                return try known("a text") { String.read(from: $0, at: &$1) }
            } else if T.self == UUID.self {
                return try known("a UUID") { $0.uuid(at: &$1) }
            }
        case 8:
            if T.self == Instant.self {
                return try known("an instant") { $0.instant(at: &$1) }
            } else if T.self == Int.self {
                return try known(Int.expectation) { Int.read(from: $0, at: &$1) }
            } else if T.self == Amount.self {
                return try known("an amount") { $0.amount(at: &$1) }
            } else if T.self == [UInt8].self {
                return try known("bytes") {
                    unsafe $0.byteString(at: &$1).map { unsafe [UInt8]($0) }
                }
            }
        default:
            if T.self == ByteBuffer.self {
                return try known("bytes") {
                    unsafe $0.byteString(at: &$1).map { unsafe ByteBuffer(bytes: $0) }
                }
            } else if T.self == MediaReference.self {
                return try known("a media reference") { $0.mediaReference(at: &$1) }
            }
        }
        return nil
    }

    /// Reads the value that begins at an offset and moves behind it.
    @inline(__always)
    func read<T: Decodable>(
        _ type: T.Type,
        at start: Int,
        _ label: DecoderFrame.Label,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> T {
        if let known = try readKnown(type, at: start, path: path()) { return known }
        let place = nested(at: start, label)
        do {
            let value = try T(from: place)
            unsafe state.pointee.pop(place.slot)
            return value
        } catch {
            unsafe state.pointee.release(place.slot)
            throw error
        }
    }

    /// Reads this place's own value.
    func readOwn<T: Decodable>(_ type: T.Type) throws -> T {
        try check()
        let start = unsafe state.pointee[slot].start
        if let known = try readKnown(type, at: start, path: codingPath) {
            unsafe state.pointee[slot].end = state.pointee.position
            return known
        }
        return try T(from: self)
    }
}

/// A map being read.
struct MapDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let handle: DecodingHandle

    var codingPath: [any CodingKey] { handle.codingPath }

    var allKeys: [Key] {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return [] }
        return unsafe handle.state.pointee.keyTexts(of: handle.slot)
            .compactMap(Key.init(stringValue:))
    }

    func contains(_ key: Key) -> Bool {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return false }
        return find(key) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let found = try require(key)
        return unsafe handle.state.pointee.input.isNull(at: found.value)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let found = try require(key)
        return try value(type, key, found)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let found = try present(key) else { return nil }
        return try value(type, key, found)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try present(key).map { try scalar(type, key, $0) }
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try scalar(type, key, require(key))
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try present(key).map { try scalar(type, key, $0) }
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try nested(WireKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try nested(key)
    }

    private func nested(_ key: some CodingKey) throws -> DecodingHandle {
        let found = try require(key)
        return handle.nested(at: found.value, .key(found.key))
    }

    @inline(__always)
    private func find(_ key: some CodingKey) -> FoundKey? {
        unsafe handle.state.pointee.find(key.stringValue, in: handle.slot)
    }

    @inline(__always)
    private func require(_ key: some CodingKey) throws -> FoundKey {
        try handle.check()
        guard let found = find(key) else {
            throw DecodingError.keyNotFound(
                WireKey(key),
                .init(codingPath: codingPath, debugDescription: "A field is missing.")
            )
        }
        return found
    }

    /// `nil` where there is no such key, or null.
    @inline(__always)
    private func present(_ key: Key) throws -> FoundKey? {
        try handle.check()
        guard let found = find(key) else { return nil }
        guard unsafe !handle.state.pointee.input.isNull(at: found.value) else {
            unsafe handle.state.pointee.position = found.value + 1
            unsafe handle.state.pointee.advance(handle.slot, behind: found)
            return nil
        }
        return found
    }

    @inline(__always)
    private func value<T: Decodable>(
        _ type: T.Type,
        _ key: Key,
        _ found: FoundKey
    ) throws -> T {
        let value = try handle.read(
            type,
            at: found.value,
            .key(found.key),
            path: codingPath + [WireKey(key)]
        )
        unsafe handle.state.pointee.advance(handle.slot, behind: found)
        return value
    }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(
        _ type: Scalar.Type,
        _ key: Key,
        _ found: FoundKey
    ) throws -> Scalar {
        let scalar = try handle.readScalar(
            type,
            at: found.value,
            path: codingPath + [WireKey(key)]
        )
        unsafe handle.state.pointee.advance(handle.slot, behind: found)
        return scalar
    }
}

/// An array being read.
struct ArrayDecodingContainer: UnkeyedDecodingContainer {
    let handle: DecodingHandle

    var codingPath: [any CodingKey] { handle.codingPath }

    /// Not said of long arrays: whoever reserves by it would let a small body take much memory.
    var count: Int? {
        let count = items
        return count <= 1_024 ? count : nil
    }

    var isAtEnd: Bool {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return true }
        return unsafe handle.state.pointee[handle.slot].remaining == 0
    }

    var currentIndex: Int {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return 0 }
        return unsafe items - handle.state.pointee[handle.slot].remaining
    }

    private var items: Int {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return 0 }
        return unsafe handle.state.pointee[handle.slot].count
    }

    func decodeNil() throws -> Bool {
        let start = try next(Never.self)
        guard unsafe handle.state.pointee.input.isNull(at: start) else { return false }
        unsafe handle.state.pointee.position = start + 1
        advance()
        return true
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let start = try next(type)
        let value = try handle.read(type, at: start, .index(currentIndex), path: path)
        advance()
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        try isAtEnd || decodeNil() ? nil : decode(type)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested([String: Any].self) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested([Any].self) { try $0.unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder {
        try nested((any Decoder).self) { $0 }
    }

    private func nested<Container>(
        _ type: any Any.Type,
        _ open: (DecodingHandle) throws -> Container
    ) throws -> Container {
        let start = try next(type)
        let container = try open(handle.nested(at: start, .index(currentIndex)))
        unsafe handle.state.pointee.position = start
        unsafe handle.state.pointee.input.skip(at: &handle.state.pointee.position)
        advance()
        return container
    }

    private var path: [any CodingKey] { codingPath + [WireKey(intValue: currentIndex)] }

    /// Where the next item begins.
    @inline(__always)
    private func next(_ type: any Any.Type) throws -> Int {
        try handle.check()
        guard unsafe handle.state.pointee[handle.slot].remaining > 0 else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: path, debugDescription: "An array has too few items.")
            )
        }
        return unsafe handle.state.pointee[handle.slot].cursor
    }

    @inline(__always)
    private func advance() {
        unsafe handle.state.pointee[handle.slot].cursor = handle.state.pointee.position
        unsafe handle.state.pointee[handle.slot].remaining -= 1
    }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ type: Scalar.Type) throws -> Scalar {
        let scalar = try handle.readScalar(type, at: next(type), path: path)
        advance()
        return scalar
    }
}

/// One value on its own.
struct SingleDecodingContainer: SingleValueDecodingContainer {
    let handle: DecodingHandle

    var codingPath: [any CodingKey] { handle.codingPath }

    func decodeNil() -> Bool {
        guard unsafe handle.state.pointee.isLive(handle.slot, handle.serial) else { return false }
        return unsafe handle.state.pointee.input.isNull(at: handle.state.pointee[handle.slot].start)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try handle.readOwn(type)
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }

    @inline(__always)
    private func scalar<Scalar: WireScalar>(_ type: Scalar.Type) throws -> Scalar {
        try handle.check()
        let start = unsafe handle.state.pointee[handle.slot].start
        let scalar = try handle.readScalar(type, at: start, path: codingPath)
        unsafe handle.state.pointee[handle.slot].end = handle.state.pointee.position
        return scalar
    }
}
